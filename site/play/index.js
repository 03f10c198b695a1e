// A stand-in until the page is here.
import * as engine from 'reflect-engine';
import { checkSource, functionVerifier } from './sandbox.js';

Object.assign(globalThis, {
  engine,
  checkSource,
  functionVerifier,
  localModel: async (...given) => (await import('./wllama.js')).localModel(...given),
});
