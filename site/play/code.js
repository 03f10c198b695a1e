// The form as a program.

import { CHECKS } from './checks.js';

const IMPORTS = ["import OpenAI from 'openai';", "import { chatModel } from 'reflect-engine/openai';"];

export function codeOf({ input, systemPrompt, checks, settings, hasCritic, source, url, name }) {
  const isServed = source === 'server';
  const model = isServed ? `chatModel(new OpenAI({ baseURL: ${quoted(url)} }), ${quoted(name)})` : 'yourModel';
  const ready = [...new Set(checks.map(({ kind }) => kind))].filter((kind) => kind !== 'function').sort();
  const codes = checks.map(({ kind, text }) => CHECKS[kind].code(text).replace(/\n/g, '\n    '));
  const verifiers = checks.map(({ name }, at) => `    ${name}: ${codes[at]},`);
  const literal = JSON.stringify(settings, null, 2).replace(/"([A-Za-z_]\w*)":/g, '$1:');
  return [
    "import { ReflectEngine } from 'reflect-engine';",
    ...(isServed ? IMPORTS : []),
    ...(ready.length > 0 ? [`import { ${ready.join(', ')} } from 'reflect-engine/verifiers';`] : []),
    '',
    `const engine = new ReflectEngine(${Object.keys(settings).length > 0 ? literal : ''});`,
    'const result = await engine.run({',
    `  input: ${quoted(input)},`,
    ...(systemPrompt ? [`  systemPrompt: ${quoted(systemPrompt)},`] : []),
    `  model: ${model},`,
    ...(hasCritic ? [] : ['  critic: false,']),
    ...(verifiers.length > 0 ? ['  verifiers: {', ...verifiers, '  },'] : []),
    '});',
    'console.log(result.status, result.acceptedBy, result.output);',
  ].join('\n');
}

function quoted(text) {
  return /\n/.test(text) ? `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\`` : JSON.stringify(text);
}
