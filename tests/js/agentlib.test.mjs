// What agentlib's own ReflectEngine did, recorded, over the public JavaScript API. Its native twin tells each deliberate difference
// in a test of its own; here those scenarios are held to the part that is equal.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { presets, ReflectEngine, tool } from 'reflect-engine';

const file = new URL('../../../shared/conformance/agentlib/traces.json', import.meta.url);
const shared = existsSync(file);
if (!shared && process.env.CI === 'true') throw new Error('no shared cases, and CI=true');

/** Scenarios that differ on purpose: how many of their requests are equal, and what comes out. */
const DIFFERENT = {
  tools_in_revision: { requests: 3, output: 'A2' },
  tool_calls_after_revision_tool_pass_ignored: { requests: 3 },
  tool_throws: { requests: 1 },
  unknown_tool: { requests: 1 },
  tool_not_allowed_by_policy: { requests: 1 },
  malformed_critique_plain_text: { requests: 2, output: 'A1' },
  malformed_critique_truncated_json: { requests: 2, output: 'A1' },
  empty_critique: { requests: 2, output: 'A1' },
  critique_json_null: { requests: 2, output: 'A1' },
  prose_wrapped_critique: { requests: 2, output: 'A1' },
  prose_wrapped_fenced_critique: { requests: 2, output: 'A1' },
  thinking_tag_critique: { requests: 2, output: 'A1' },
  critique_missing_needs_revision: { requests: 2, output: 'A1' },
  critique_missing_issues: { requests: 2, output: 'A1' },
  critique_score_out_of_ten_string: { requests: 2, output: 'A1' },
  critique_needs_revision_string_false: { requests: 2, output: 'A1' },
  provider_throws_in_critique: { requests: 2, output: 'A1' },
  think_tag_not_stripped: { requests: 1, output: 'A1' },
  token_budget_exceeded: { requests: 2, output: 'A1' },
  abort_signal_before_run: { requests: 0 },
};

async function play(scenario) {
  const requests = [];
  const script = [...scenario.script];
  const model = async ({ messages, tools = [] }) => {
    requests.push({ messages, tools: tools.map(({ name }) => name) });
    const reply = script.shift();
    if (reply === undefined) throw new Error('the script is at its end');
    if (reply.throw !== undefined) throw new Error(reply.throw);
    const { promptTokens, completionTokens, totalTokens } = reply.usage ?? {};
    return { ...reply, usage: { inputTokens: promptTokens, outputTokens: completionTokens, totalTokens } };
  };
  const tools = (scenario.tools ?? []).map(({ schema: { name, description, parameters } }) =>
    tool({
      name,
      description,
      schema: parameters,
      execute: ({ q }) => {
        if (name === 'broken') throw new Error('tool exploded');
        return { hits: [`result for ${q}`] };
      },
    }),
  );
  const { systemPrompt, policy = {} } = scenario;
  const task = {
    input: scenario.input,
    model,
    tools,
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(scenario.abort === 'before' ? { signal: AbortSignal.abort() } : {}),
    settings: {
      ...scenario.config,
      ...(policy.allowedTools === undefined ? {} : { advanced: { allowedTools: policy.allowedTools } }),
      ...(policy.tokenBudget === undefined ? {} : { budget: { maxTokens: policy.tokenBudget } }),
    },
  };
  const outcome = await new ReflectEngine(presets.agentlib).run(task).then(
    (result) => ({ ok: true, result }),
    (error) => ({ ok: false, message: error.message, result: error.result }),
  );
  return { requests, ...outcome };
}

const theirRequests = ({ requests }) => requests.map(({ messages, tools }) => ({ messages, tools }));

function theirSteps({ events }) {
  return events.filter(([name]) => name === 'step:reasoning').map(([, step]) => ({ ...step, engine: 'reflect' }));
}

/** Ours, with only the keys that theirs has. */
function alike(ours, theirs) {
  return ours.map((step, at) => Object.fromEntries(Object.keys(theirs[at] ?? step).map((key) => [key, step[key]])));
}

test('agentlib scenarios', { skip: shared ? false : 'no shared cases' }, async (t) => {
  const { scenarios } = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(scenarios.length, 34);
  for (const scenario of scenarios) {
    await t.test(scenario.name, async () => {
      const { requests, ok, message, result } = await play(scenario);
      const differs = DIFFERENT[scenario.name];
      if (differs !== undefined) {
        assert.deepEqual(requests.slice(0, differs.requests), theirRequests(scenario).slice(0, differs.requests));
        if (differs.requests === 0) assert.equal(requests.length, 0);
        if (differs.output !== undefined) assert.equal(result.output, differs.output);
        return;
      }
      assert.deepEqual(requests, theirRequests(scenario));
      const steps = theirSteps(scenario);
      assert.deepEqual(alike(result.trace.steps, steps), steps);
      const { outcome } = scenario;
      assert.deepEqual(ok ? result.output : message, outcome.ok ? outcome.output : outcome.errorMessage);
    });
  }
});

test('every different scenario is a recorded one', { skip: shared ? false : 'no shared cases' }, () => {
  const { scenarios } = JSON.parse(readFileSync(file, 'utf8'));
  const names = new Set(scenarios.map(({ name }) => name));
  for (const name of Object.keys(DIFFERENT)) assert.ok(names.has(name), name);
});
