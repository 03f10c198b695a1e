import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { smoke } from './smoke.mjs';

export default {
  async fetch() {
    try {
      await smoke({ ReflectEngine, scriptedModel });
      return new Response('ok');
    } catch (error) {
      return new Response(String(error.stack), { status: 500 });
    }
  },
};
