// The page of the smoke script, with or without a bundler.

import assert from 'node:assert/strict';
import { visit } from './visit.mjs';

await visit((outcome) => assert.equal(outcome, 'ok'));
