// A Stop hook inside the Claude Agent SDK: its own `query` and the Claude Code that comes with it, beside a server that plays Anthropic's.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { ReflectEngine } from 'reflect-engine';
import { stopHook } from 'reflect-engine/claude-agent';
import { calledTool, numbersFromTools } from 'reflect-engine/verifiers';
import { z } from 'zod';
import { folder } from '../cli/shell.mjs';
import { accept, column, reject } from '../support.mjs';
import { claudeHome } from './claude-home.mjs';
import { provider } from './provider.mjs';

const LIMIT = { timeout: 120_000 };

/** An agent of the SDK: `answers(messages)` plays its model. `asks` has it answer a question, and gives what it said at the end. */
async function agent(context, answers) {
  const server = await provider(({ stream, messages }) =>
    stream ? answers(JSON.stringify(messages)) : { status: 404, text: '{}' },
  );
  const { home, env } = claudeHome(context, server.url);
  context.after(server.close);
  const asks = async (prompt, hook, settingSources = []) => {
    const lookup = tool('lookup', 'The price of a day', { of: z.string() }, async () => ({
      content: [{ type: 'text', text: 'price: 42' }],
    }));
    const shop = { type: 'sdk', ...createSdkMcpServer({ name: 'shop', tools: [lookup] }) };
    const options = {
      env,
      cwd: home,
      settingSources,
      tools: [],
      model: 'claude-sonnet-4-5',
      maxTurns: 30,
    };
    const run = query({
      prompt,
      options: {
        ...options,
        mcpServers: { shop },
        allowedTools: ['mcp__shop__lookup'],
        hooks: hook ? { Stop: [{ hooks: [hook] }] } : {},
      },
    });
    const notes = [];
    for await (const message of run) {
      if (message.subtype === 'informational') notes.push(message.content);
      if (message.type === 'result') return { ...message, notes };
    }
  };
  return Object.assign(asks, { home });
}

const CALL = { id: 'toolu_1', name: 'mcp__shop__lookup', arguments: { of: 'today' } };
/** It looks the price up when it is told to, and believes what it found. */
const looksUp = (said) => {
  if (said.includes('price: 42')) return { text: 'It is 42.' };
  return said.includes('look the price up') ? { text: 'Let me look.', toolCalls: [CALL] } : { text: 'It is 40.' };
};
/** Believes what it can check. */
const checks = ({ messages }) => {
  const said = JSON.stringify(messages);
  return /lookup[^\n]*price: 42/.test(said) && said.includes('It is 42.') ? accept() : reject(3, ['look the price up again']);
};

test('an agent that must look something up again is sent back to its tools, and is accepted', LIMIT, async (context) => {
  const asks = await agent(context, looksUp);
  const results = [];
  const engine = new ReflectEngine();
  const hook = stopHook({ engine, task: { critic: checks }, onResult: (result, id) => results.push([id, result]) });
  assert.equal((await asks('What does it cost today?')).result, 'It is 40.', 'without a gate');
  const { result, session_id: id, notes } = await asks('What does it cost today?', hook);
  assert.equal(result, 'It is 42.');
  const [[session, { accepted, acceptedBy, trace }], ...more] = results;
  assert.deepEqual([session, accepted, acceptedBy, more], [id, true, 'critic', []]);
  assert.deepEqual(column(trace.drafts, 'text'), ['It is 40.', 'It is 42.']);
  assert.match(String(notes), /accepted by the critic/);
});

test('a stale price is looked up again, by verifiers alone', LIMIT, async (context) => {
  const asks = await agent(context, (said) => {
    if (said.includes('price: 42')) return { text: 'It is 42.' };
    return said.includes('call the tool `mcp__shop__lookup`') ? { toolCalls: [CALL] } : { text: 'It is 40.' };
  });
  const results = [];
  const verifiers = { looked: calledTool(CALL.name), grounded: numbersFromTools() };
  const task = { critic: false, verifiers };
  const hook = stopHook({ engine: new ReflectEngine(), task, onResult: (result) => results.push(result) });
  const { result } = await asks('What does it cost today?', hook);
  assert.deepEqual([result, column(results, 'status'), column(results, 'acceptedBy')], ['It is 42.', ['ok'], ['verifier']]);
});

test(
  'a critic that is never content lets it stop within the budget, and nobody says that it was accepted',
  LIMIT,
  async (context) => {
    let asked = 0;
    const asks = await agent(context, () => ({ text: `Try ${(asked += 1)}.` }));
    const results = [];
    const task = { critic: () => reject(), settings: { maxReflections: 3 } };
    const hook = stopHook({ engine: new ReflectEngine(), task, onResult: (result) => results.push(result) });
    const { subtype, notes } = await asks('q', hook);
    assert.deepEqual([subtype, asked, results.length], ['success', 4, 1]);
    assert.deepEqual([results[0].accepted, results[0].stopReason], [false, 'max_reflections']);
    assert.match(String(notes), /nobody accepted this \(max_reflections/);
  },
);

test('sessions at once do not mix', LIMIT, async (context) => {
  const asks = await agent(context, (said) => {
    const [, name] = /My name is (\w+)/.exec(said);
    return { text: said.includes('say the name') ? `Good day, ${name}.` : 'Good day.' };
  });
  const results = [];
  const verifiers = { name: (draft) => /Ann|Bob|Cid/.test(draft) || 'say the name' };
  const hook = stopHook({
    engine: new ReflectEngine(),
    task: { verifiers },
    onResult: (result, id) => results.push([id, result]),
  });
  const said = await Promise.all(['Ann', 'Bob', 'Cid'].map((name) => asks(`My name is ${name}.`, hook)));
  assert.deepEqual(column(said, 'result'), ['Good day, Ann.', 'Good day, Bob.', 'Good day, Cid.']);
  for (const { result, session_id: id } of said)
    assert.deepEqual([results.find(([session]) => session === id)[1].output, results.length], [result, 3]);
});

test('`gate --install` puts the same into its settings, as a command', LIMIT, async (context) => {
  const shell = folder();
  const asks = await agent(context, looksUp);
  const verify = `echo look the price up again; grep -q 42 "$REFLECT_DRAFT"`;
  const { code, err } = await shell.run(['gate', '--install', '--project', asks.home, '--verify', verify], {
    CLAUDE_CONFIG_DIR: asks.home,
  });
  assert.equal(code, 0, err);
  rmSync(shell.path('node_modules'), { recursive: true });
  const { result, notes } = await asks('What does it cost today?', undefined, ['user']);
  assert.equal(result, 'It is 42.');
  assert.match(String(notes), /accepted by the verifier/);
});

test('a hook that knows nothing of the rounds lets the agent stop, and what is wrong is said', LIMIT, async (context) => {
  const home = mkdtempSync(join(tmpdir(), 'reflect-claude-'));
  context.after(() => rmSync(home, { recursive: true }));
  const path = join(home, 'transcript.jsonl');
  const said = ['user', 'assistant'].map((role) => ({ type: role, message: { role, content: role.slice(0, 1) } }));
  writeFileSync(path, said.map((entry) => JSON.stringify(entry)).join('\n'));
  const engine = new ReflectEngine();
  const gates = new Map();
  const verifiers = { never: () => 'no' };
  const hook = stopHook({ engine, task: { verifiers }, gates });
  const stops = (more) => {
    const given = { hook_event_name: 'Stop', session_id: 's', transcript_path: path, stop_hook_active: false };
    return hook({ ...given, last_assistant_message: 'a', ...more }, undefined, { signal: new AbortController().signal });
  };
  assert.deepEqual(await stops({ stop_hook_active: true }), {});
  assert.equal((await stops()).decision, 'block');
  assert.deepEqual([...gates.keys()], ['s']);
  assert.deepEqual(await stops({ session_id: 't', stop_hook_active: true }), {});
  assert.deepEqual(await stops({ last_assistant_message: '' }), {});
  await assert.rejects(stops({ hook_event_name: 'SubagentStop' }), /stopHook is for `hooks.Stop`, got SubagentStop/);
  await assert.rejects(stops({ transcript_path: join(home, 'none'), last_assistant_message: undefined }), /ENOENT/);
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(
    hook({ hook_event_name: 'Stop', session_id: 'u', transcript_path: path, last_assistant_message: 'a' }, undefined, {
      signal: gone,
    }),
    { name: 'AbortError' },
  );
});
