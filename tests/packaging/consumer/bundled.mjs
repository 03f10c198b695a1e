// The script of the page that bundlers build: imports as a user writes them.

import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { report } from './report.mjs';

report({ ReflectEngine, scriptedModel });
