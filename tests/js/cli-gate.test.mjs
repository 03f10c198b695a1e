// `reflect-engine gate` as a Stop hook: driven by the JSON that Claude Code gives, beside transcripts as it writes them.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, fakeServer, folder, isCritique } from './cli/shell.mjs';
import { accept, reject, verdict } from './support.mjs';

const shell = folder();
shell.write('criteria.txt', '- Names a year.\n');

const user = (content, more = {}) => ({ type: 'user', message: { role: 'user', content }, ...more });
const says = (text) => ({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } });
const calls = (id, name, input) => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
});
const gave = (id, content) => user([{ type: 'tool_result', tool_use_id: id, content }]);

let sessions = 0;
/** A session of an agent: `stops` has it stop with this said, as a hook is told. */
function session(entries = [user('When was it?')]) {
  const name = `session-${(sessions += 1)}`;
  const path = shell.path(`${name}.jsonl`);
  const all = [...entries];
  const save = (text = all.map((entry) => JSON.stringify(entry)).join('\n')) => shell.write(`${name}.jsonl`, `${text}\n`);
  let active = false;
  return {
    all,
    path,
    save,
    states: () => readdirSync(shell.home).filter((file) => file.startsWith(`${name}.jsonl.`)),
    async stops(said, flags, { more = {}, env } = {}) {
      if (said !== undefined) all.push(says(said));
      save();
      const hook = { session_id: name, transcript_path: path, hook_event_name: 'Stop', stop_hook_active: active, ...more };
      const { code, out, err } = await shell.run(['gate', ...flags], env, JSON.stringify(hook));
      const answer = out === '' ? {} : JSON.parse(out);
      active = answer.decision === 'block';
      if (active) all.push(user(`Stop hook feedback:\n${answer.reason}`, { isMeta: true }));
      return { code, err, ...answer };
    },
    begin: (flags, more = {}) => {
      save();
      const child = shell.begin(['gate', ...flags]);
      child.stdin.end(JSON.stringify({ transcript_path: path, stop_hook_active: active, ...more }));
      return child;
    },
    asks(text) {
      active = false;
      all.push(user(text));
    },
  };
}

/** A server of a critic, until the test ends: `answer(seen)` gives what it says, `seen` what it was asked. */
async function critic(context, answer) {
  const seen = [];
  const server = await fakeServer((body) => {
    assert.ok(isCritique(body));
    seen.push(JSON.stringify(body.messages));
    return answer(seen);
  });
  context.after(server.close);
  return { flags: server.flags, seen };
}

const VERIFY = ['--verify', 'grep -q 1969 "$REFLECT_DRAFT"'];
const NEVER = ['--verify', 'echo it is wrong; false'];

test('an agent is sent back with what failed, and stops when it passes', async () => {
  const agent = session();
  const first = await agent.stops('Long ago.', ['--verify', 'echo no year is named; grep -q 1969 "$REFLECT_DRAFT"']);
  assert.deepEqual([first.code, first.decision, agent.states().length], [0, 'block', 1]);
  assert.match(first.reason, /no year is named/);
  const second = await agent.stops('In 1969.', ['--verify', 'echo no year is named; grep -q 1969 "$REFLECT_DRAFT"']);
  assert.deepEqual([second.code, second.decision, agent.states()], [0, undefined, []]);
  assert.match(second.systemMessage, /accepted by the verifier/);
});

test('it never blocks for ever, and says that nobody accepted', async () => {
  for (const [flags, blocks] of [
    [[], 2],
    [['--max-reflections', '0'], 0],
    [['--max-reflections', '3'], 3],
    [['--max-reflections', '9', '--max-calls', '2'], 1],
  ]) {
    const agent = session();
    const said = [];
    for (let round = 0; round < 12; round += 1) {
      said.push(await agent.stops(`Try ${round}.`, [...NEVER, ...flags]));
      if (said.at(-1).decision !== 'block') break;
    }
    assert.equal(said.length - 1, blocks, flags.join(' '));
    assert.match(said.at(-1).systemMessage, /nobody accepted this \(max_(reflections|calls), .*verifier_failed/);
    assert.deepEqual(agent.states(), []);
  }
});

test('what the user says next begins anew', async () => {
  const agent = session();
  for (let round = 0; round < 3; round += 1) await agent.stops(`Try ${round}.`, NEVER);
  agent.asks('And the other one?');
  const next = await agent.stops('Try again.', NEVER);
  assert.equal(next.decision, 'block', 'with all its rounds');
});

test('an agent whose rounds are not known any more may stop', async () => {
  for (const text of [undefined, '', 'no snapshot', '{}']) {
    const agent = session();
    await agent.stops('Long ago.', VERIFY);
    const [state] = agent.states();
    if (text === undefined) rmSync(shell.path(state));
    else shell.write(state, text);
    const { decision, code } = await agent.stops('Long ago.', VERIFY);
    assert.deepEqual([decision, code === 0 || code === 1], [undefined, true], String(text));
  }
});

test('a critic sees what was asked, what the agent said and what its tools gave', async (context) => {
  const { flags, seen } = await critic(context, ({ length }) => (length === 1 ? reject(3, ['no year']) : accept()));
  const agent = session([
    user('An earlier question?'),
    calls('t0', 'Read', { file: 'old.txt' }),
    gave('t0', 'of the earlier one'),
    says('An earlier answer.'),
    user('When was it?'),
    calls('t1', 'Read', { file: 'moon.txt' }),
    gave('t1', [{ type: 'text', text: 'The landing was in 1969.' }]),
  ]);
  const first = await agent.stops('Long ago.', flags, { env: { OPENAI_API_KEY: 'k' } });
  assert.match(first.reason, /no year/);
  assert.match((await agent.stops('In 1969.', flags, { env: { OPENAI_API_KEY: 'k' } })).systemMessage, /accepted by the critic/);
  for (const text of ['When was it?', 'Long ago.', 'moon.txt', 'The landing was in 1969.'])
    assert.ok(seen[0].includes(text), text);
  assert.ok(!seen[0].includes('earlier'), 'what was before is another turn');
});

test('criteria that are not met are named', async (context) => {
  const server = await critic(context, (seen) => verdict([seen.at(-1).includes('1969')]));
  const flags = [...server.flags, '--criteria', 'criteria.txt'];
  const agent = session();
  assert.match((await agent.stops('Long ago.', flags)).reason, /not met: Names a year\./);
  assert.match((await agent.stops('In 1969.', flags)).systemMessage, /accepted/);
});

test('the last message of the hook goes before the transcript, which may lag behind', async () => {
  const agent = session([user('When was it?'), says('Long ago.')]);
  const { systemMessage } = await agent.stops(undefined, VERIFY, { more: { last_assistant_message: 'In 1969.' } });
  assert.match(systemMessage, /accepted/);
});

test('a transcript that is written after the hook is waited for', async () => {
  const agent = session([user('When was it?')]);
  const hook = { transcript_path: agent.path, last_assistant_message: 'In 1969.' };
  const end = ended(shell.begin(['gate', ...VERIFY]), JSON.stringify(hook));
  await sleep(700);
  agent.all.push(calls('t1', 'Read', {}), gave('t1', 'of 1969'), says('In 1969.'));
  agent.save();
  assert.match((await end).out, /accepted by the verifier/);
});

test('what else is in a transcript is no part of the turn', async (context) => {
  const { flags, seen } = await critic(context, () => accept());
  const agent = session([
    user('When was it?'),
    { type: 'queue-operation', operation: 'enqueue' },
    { type: 'api-request-blob', message: gave('t0', 'as it was sent').message },
    { ...user('Of another agent?'), isSidechain: true },
    { ...says('By another agent.'), isSidechain: true },
    { type: 'attachment', attachment: { type: 'date' } },
    says('Long ago.'),
  ]);
  const { systemMessage } = await agent.stops(undefined, flags);
  assert.match(systemMessage, /accepted/);
  assert.ok(
    ['When was it?', 'Long ago.'].every((text) => seen[0].includes(text)) && !/as it was sent|nother agent/.test(seen[0]),
  );
});

test('a transcript of Codex is read as one of Claude Code', async (context) => {
  const { flags, seen } = await critic(context, ({ length }) => (length === 1 ? reject(3, ['look it up again']) : accept()));
  const item = (type, ...content) => ({ type: 'event_msg', payload: { type: 'item_completed', item: { type, content } } });
  const sent = (payload) => ({ type: 'response_item', payload });
  const message = (role, text) => sent({ type: 'message', role, content: [{ type: 'input_text', text }] });
  const agent = session([
    { type: 'session_meta', payload: { cwd: '/' } },
    message('user', '<environment_context/>'),
    item('UserMessage', { type: 'text', text: 'How much is it?' }),
    item('AgentMessage', { type: 'Text', text: 'It is 40.' }),
  ]);
  assert.match((await agent.stops(undefined, flags)).reason, /look it up again/);
  agent.all.splice(-1, 1, message('user', '<hook_prompt>look it up again</hook_prompt>'));
  agent.all.push(
    sent({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"price"}', call_id: 'c1' }),
    sent({ type: 'function_call_output', call_id: 'c1', output: 'price: 42' }),
    item('AgentMessage', { type: 'Text', text: 'It is 42.' }),
  );
  assert.match((await agent.stops(undefined, flags)).systemMessage, /accepted by the critic/);
  for (const text of ['How much is it?', 'It is 42.', 'exec_command', 'price: 42']) assert.ok(seen[1].includes(text), text);
  assert.ok(!/environment_context|hook_prompt/.test(seen.join('')));
});

test('two sessions, and two gates of one, do not meet', async () => {
  const [one, other] = [session(), session()];
  const strict = ['--verify', 'grep -q July "$REFLECT_DRAFT"'];
  const first = await Promise.all([one.stops('Long ago.', VERIFY), other.stops('In 1969.', VERIFY)]);
  assert.deepEqual([first[0].decision, first[1].decision], ['block', undefined]);
  assert.equal((await one.stops('In 1969.', strict)).decision, undefined, 'another gate has not sent it back');
  assert.equal(one.states().length, 1, 'and leaves the state of the first');
});

test('an agent that said nothing may stop, and what is in a line that is not whole is passed over', async () => {
  const silent = session([user('When was it?'), calls('t1', 'Read', {})]);
  assert.deepEqual(await silent.stops(undefined, NEVER), { code: 0, err: '' });
  const agent = session();
  agent.all.push(says('In 1969.'));
  agent.save(`${agent.all.map((entry) => JSON.stringify(entry)).join('\n')}\n{"type":"assist`);
  const child = shell.begin(['gate', ...VERIFY]);
  const { code, out, err } = await ended(child, JSON.stringify({ transcript_path: agent.path }));
  assert.deepEqual([code, err.includes('passed over'), /accepted/.test(out)], [0, true, true]);
});

test('what is wrong with the hook or its flags is said, and lets the agent stop', async () => {
  const agent = session([user('q'), says('a')]);
  agent.save();
  const hook = JSON.stringify({ transcript_path: agent.path });
  for (const [flags, input, message] of [
    [[], hook, /`--verify COMMAND` or `--model NAME` is missing/],
    [['--criteria', 'criteria.txt'], hook, /`--criteria` needs `--model/],
    [
      [...NEVER, '--criteria', 'nowhere.txt', '--model', 'm', '--base-url', 'http://127.0.0.1:1'],
      hook,
      /nowhere\.txt cannot be read/,
    ],
    [[...NEVER, '--max-reflections', 'many'], hook, /must be a whole number/],
    [[...NEVER, '--max-reflections', '1000'], hook, /maxReflections/],
    [[...NEVER, '--verfy', 'x'], hook, /--verify/],
    [NEVER, 'no JSON', /standard input must be JSON/],
    [NEVER, '[]', /JSON of a Stop hook/],
    [NEVER, '{}', /JSON of a Stop hook/],
    [NEVER, JSON.stringify({ transcript_path: 'nowhere.jsonl' }), /nowhere\.jsonl cannot be read/],
    [['--verify', 'no-such-command-here'], hook, /no-such-command-here/],
  ]) {
    const { code, out, err } = await shell.run(['gate', ...flags], {}, input);
    assert.notEqual(code, 2, 'a hook that ends with 2 blocks');
    assert.ok(!out.includes('block') && message.test(`${out}${err}`), `${flags} ${input}: ${out}${err}`);
  }
  const nobody = session([says('a')]);
  assert.match((await nobody.stops(undefined, NEVER)).err, /no message of a user/);
});

test('a hook that is interrupted blocks nothing, and ends what it began', async () => {
  const agent = session([user('q'), says('a')]);
  const mark = shell.path('late');
  const child = agent.begin(['--verify', `sleep 2; touch ${mark}`]);
  const end = ended(child, false);
  await sleep(900);
  child.kill('SIGTERM');
  const { code, out } = await end;
  assert.deepEqual([code === 0, out], [false, '']);
  await sleep(1_500);
  assert.ok(!existsSync(mark));
});
