import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { smoke } from './smoke.mjs';
import { version } from './version.cjs';

await smoke({ ReflectEngine, scriptedModel });
console.log(`ok ${version}`);
