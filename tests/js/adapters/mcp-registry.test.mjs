// `server.json`, by which a registry of MCP servers knows the package: by the rules of its schema of 2025-12-11, and beside the command itself.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { matchesSchema } from 'reflect-engine/verifiers';
import { manifestOf, registryEntry } from '../../../xtask/js/manifest.mjs';
import { folder } from '../cli/shell.mjs';
import { column, columns } from '../support.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const packed = read('../../node_modules/reflect-engine/package.json');
const server = read('../../node_modules/reflect-engine/server.json');
const template = read('../../../pkg-template/package.json');

/** What the registry's schema says of the parts that are there. */
const text = (maxLength) => ({ type: 'string', minLength: 1, maxLength });
const INPUT = {
  description: { type: 'string' },
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  value: { type: 'string' },
  default: { type: 'string' },
  placeholder: { type: 'string' },
};
const object = (properties, ...required) => ({ type: 'object', properties, required, additionalProperties: false });
const isRegistryEntry = matchesSchema(
  object(
    {
      $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
      name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
      title: text(100),
      description: text(100),
      version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+' },
      repository: object({ url: { type: 'string', pattern: '^https://' }, source: { type: 'string' } }, 'url', 'source'),
      packages: {
        type: 'array',
        minItems: 1,
        items: object(
          {
            registryType: { enum: ['npm'] },
            identifier: { type: 'string' },
            version: { type: 'string', minLength: 1, not: { const: 'latest' } },
            runtimeHint: { enum: ['npx'] },
            transport: object({ type: { enum: ['stdio'] } }, 'type'),
            packageArguments: {
              type: 'array',
              items: {
                anyOf: [
                  object({ ...INPUT, type: { enum: ['positional'] }, valueHint: { type: 'string' } }, 'type', 'value'),
                  object({ ...INPUT, type: { enum: ['named'] }, name: { type: 'string', pattern: '^--' } }, 'type', 'name'),
                ],
              },
            },
            environmentVariables: { type: 'array', items: object({ ...INPUT, name: { type: 'string' } }, 'name') },
          },
          'registryType',
          'identifier',
          'version',
          'transport',
        ),
      },
    },
    '$schema',
    'name',
    'description',
    'version',
    'packages',
  ),
);
const faults = async (entry) => (await isRegistryEntry(JSON.stringify(entry), {})).issues ?? [];

test('what is packed lacks nothing but the name that only its publisher can give', async () => {
  assert.ok(packed.files.includes('server.json'));
  assert.deepEqual([packed.mcpName, server.name, server.repository], [undefined, undefined, undefined]);
  const issues = await faults(server);
  assert.deepEqual([issues.length, /name/.test(issues[0])], [1, true], String(issues));
  assert.deepEqual(await faults({ ...server, name: 'com.example/reflect-engine' }), []);
  assert.notDeepEqual(await faults({ ...server, name: 'reflect-engine' }), []);
});

test('a publisher writes `mcpName` and `repository` into publish.json, and the manifest and the entry have them', async () => {
  const empty = read('../../../publish.json');
  const publisher = { ...empty, mcpName: 'com.example/reflect-engine', repository: 'https://git.example/us/reflect-engine' };
  const manifest = manifestOf(template, '1.2.3', publisher);
  assert.deepEqual(manifest.repository, { type: 'git', url: 'git+https://git.example/us/reflect-engine.git' });
  assert.deepEqual(
    [Object.keys(empty).filter((key) => manifest[key] === undefined), Object.values(empty).join('')],
    [['author', 'homepage', 'bugs'], ''],
  );
  const entry = registryEntry(manifest);
  assert.deepEqual(await faults(entry), []);
  assert.deepEqual(entry.repository, { url: 'https://git.example/us/reflect-engine', source: 'git.example' });
  const { version, packages } = entry;
  assert.deepEqual([version, packages[0].version, packages[0].identifier], ['1.2.3', '1.2.3', 'reflect-engine']);
});

test('it begins what the command has, with all its flags', async () => {
  const shell = folder();
  const [{ packageArguments, environmentVariables }] = server.packages;
  assert.deepEqual(packageArguments[0], { type: 'positional', value: 'mcp' });
  const { out } = await shell.run(['mcp', '--help']);
  const flags = [...out.matchAll(/^ {2}(--\S+) /gm)].map(([, flag]) => flag);
  assert.deepEqual(column(packageArguments.slice(1), 'name'), flags);
  assert.deepEqual(columns(environmentVariables, 'name', 'isSecret'), [
    ['OPENAI_API_KEY', true],
    ['OPENAI_BASE_URL', undefined],
  ]);
});
