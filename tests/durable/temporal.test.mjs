// The package in Temporal's workflow VM, and its replayer, which need no server: histories are written here by hand.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import proto from '@temporalio/proto';
import { bundleWorkflowCode, DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { accept, reject } from '../js/support.mjs';

const logger = new DefaultLogger('ERROR');
const JURY = ['judge-1', 'judge-2', 'judge-3'];
const jury = (draft, said) => JURY.map((judge) => [`critique-${draft}.${judge}`, { content: said }]);
/** What each activity gave, in the order in which they were scheduled; those of a list at once. */
const CALLS = [
  [['answer-1', { content: 'Nine.' }]],
  jury(1, reject()),
  [['revision-1', { content: 'Seven.' }]],
  jury(2, accept()),
];
const EXPECTED = { output: 'Seven.', status: 'ok', acceptedBy: 'critic', iterations: 2, durationMs: 4_000 };

/** The history of one run, as a server would tell it: each list of calls takes a second. */
function historyOf(calls, { maxReflections = 1, expected = EXPECTED } = {}) {
  const events = [];
  let seconds = 0;
  const payloads = (value) => ({
    payloads: [{ metadata: { encoding: btoa('json/plain') }, data: Buffer.from(JSON.stringify(value)).toString('base64') }],
  });
  const add = (type, attributes) => {
    const eventTime = { seconds: 1_767_225_600 + seconds };
    const name = type.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
    const eventId = events.length + 1;
    events.push({ eventId, eventTime, eventType: `EVENT_TYPE_${type}`, [`${name}EventAttributes`]: attributes });
    return eventId;
  };
  const taskQueue = { name: 'runs' };
  const turn = () => {
    const scheduledEventId = add('WORKFLOW_TASK_SCHEDULED', { taskQueue, startToCloseTimeout: { seconds: 10 }, attempt: 1 });
    const startedEventId = add('WORKFLOW_TASK_STARTED', { scheduledEventId });
    // The flag by which the names of activities are compared.
    return add('WORKFLOW_TASK_COMPLETED', { scheduledEventId, startedEventId, sdkMetadata: { coreUsedFlags: [1] } });
  };
  const runId = '6bbf3f2c-0000-4000-8000-0000075bcd15';
  const input = payloads({ input: 'Name a prime.', maxReflections, expected });
  const started = { workflowType: { name: 'answer' }, taskQueue, input, workflowTaskTimeout: { seconds: 10 }, attempt: 1 };
  add('WORKFLOW_EXECUTION_STARTED', { ...started, originalExecutionRunId: runId, firstExecutionRunId: runId });
  let activityId = 0;
  for (const together of calls) {
    const workflowTaskCompletedEventId = turn();
    const scheduled = together.map(([name, value]) => {
      const activity = {
        activityId: `${(activityId += 1)}`,
        activityType: { name },
        taskQueue,
        startToCloseTimeout: { seconds: 60 },
      };
      return [add('ACTIVITY_TASK_SCHEDULED', { ...activity, input: payloads(1), workflowTaskCompletedEventId }), value];
    });
    seconds += 1;
    for (const [scheduledEventId, value] of scheduled) {
      const startedEventId = add('ACTIVITY_TASK_STARTED', { scheduledEventId, attempt: 1 });
      add('ACTIVITY_TASK_COMPLETED', { scheduledEventId, startedEventId, result: payloads(value) });
    }
  }
  const workflowTaskCompletedEventId = turn();
  add('WORKFLOW_EXECUTION_COMPLETED', { result: payloads(''), workflowTaskCompletedEventId });
  return proto.temporal.api.history.v1.History.fromObject({ events });
}

let workflowBundle;
before(async () => {
  Runtime.install({ logger, telemetryOptions: { logging: { filter: 'error' } } });
  const workflowsPath = fileURLToPath(new URL('temporal/workflow.mjs', import.meta.url));
  workflowBundle = await bundleWorkflowCode({ workflowsPath, logger });
});

const replayed = (history) => Worker.runReplayHistory({ workflowBundle }, history);

test('a run repeats in the sandbox of Temporal: the same calls by name, a jury at once, the clock of the history', async () => {
  for (let time = 0; time < 3; time += 1) await replayed(historyOf(CALLS));
});

test('what differs is noticed: another call, another result, other settings', async () => {
  const renamed = CALLS.with(2, [['revision-2', { content: 'Seven.' }]]);
  await assert.rejects(replayed(historyOf(renamed)), { name: 'DeterminismViolationError' });
  const other = { expected: { ...EXPECTED, output: 'Nine.' } };
  await assert.rejects(replayed(historyOf(CALLS, other)), /expected .*Nine.*got .*Seven/);
  await assert.rejects(replayed(historyOf(CALLS, { maxReflections: 0 })), /got .*needs_review/);
});
