// The form as a program.

import { CHECKS } from './checks.js';

const MODELS = {
  server: ({ url, name }) => [
    ["import OpenAI from 'openai';", "import { chatModel } from 'reflect-engine/openai';"],
    `chatModel(new OpenAI({ baseURL: ${quoted(url)} }), ${quoted(name)})`,
  ],
  recorded: () => [[], 'yourModel'],
  local: () => [[], 'yourModel'],
};

export function codeOf({ input, systemPrompt, criteria, checks, settings, hasCritic, source, url, name }) {
  const [imports, model] = MODELS[source]({ url, name });
  const ready = [...new Set(checks.map(({ kind }) => kind))].filter((kind) => kind !== 'function').sort();
  const engine = { ...settings, ...(criteria.length > 0 && { criteria }) };
  const verifiers = checks.map(({ kind, text }, at) => `    ${nameOf(kind, at, checks)}: ${indented(CHECKS[kind].code(text))},`);
  return [
    "import { ReflectEngine } from 'reflect-engine';",
    ...imports,
    ...(ready.length > 0 ? [`import { ${ready.join(', ')} } from 'reflect-engine/verifiers';`] : []),
    '',
    `const engine = new ReflectEngine(${Object.keys(engine).length > 0 ? literal(engine) : ''});`,
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

/** The name of a verifier: its kind, and a number where there are several. */
export function nameOf(kind, at, checks) {
  const before = checks.slice(0, at).filter((check) => check.kind === kind).length;
  return before === 0 ? kind : `${kind}${before + 1}`;
}

function quoted(text) {
  return /\n/.test(text) ? `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\`` : JSON.stringify(text);
}

function literal(value) {
  return JSON.stringify(value, null, 2).replace(/"([A-Za-z_]\w*)":/g, '$1:');
}

function indented(text) {
  return text.replace(/\n/g, '\n    ');
}
