const { ReflectEngine } = require('reflect-engine');
const { scriptedModel } = require('reflect-engine/testing');
const { version } = require('./version.cjs');

import('./smoke.mjs').then(({ smoke }) => smoke({ ReflectEngine, scriptedModel })).then(() => console.log(`ok ${version}`));
