// The calls of a run: when each was made, and, opened, what was sent and what came.

import type { Json, Message } from '../types.js';
import { type Child, folded, h, quoted, words } from './dom.js';
import { type Origin, originsOf, partsOf, textsOf } from './origins.js';
import type { Run, RunCall } from './run.js';

export function callList(run: Run): HTMLElement {
  const { calls } = run;
  const begin = Math.min(...calls.map(({ startMs }) => startMs));
  const span = Math.max(1, ...calls.map(({ startMs, durationMs = 0 }) => startMs + durationMs - begin));
  let origins: Origin[] | undefined;
  const lines = calls.map((call) => {
    const { callId, purpose, startMs, durationMs, usage, error } = call;
    const bar = h('span', { class: `bar ${error === undefined ? purpose : 'failed'}` });
    bar.style.marginInlineStart = `${(100 * (startMs - begin)) / span}%`;
    bar.style.inlineSize = `${(100 * (durationMs ?? begin + span - startMs)) / span}%`;
    const failed = error !== undefined && h('span', { class: 'bad' }, ' ', words(error.code));
    const name = h('span', {}, quoted(callId, 'span'), failed);
    const time = h('span', {}, durationMs === undefined ? '…' : seconds(durationMs));
    const line = h('span', { class: 'call' }, name, h('span', {}, bar), time, h('span', {}, usage ? tokens(usage) : ''));
    const parts = () => callParts(call, run, (origins ??= originsOf(run)), startMs - begin);
    return h('li', {}, call.request === undefined ? line : folded(line, parts));
  });
  const head = ['Call', 'When', 'Time', 'Tokens'].map((name) => h('span', {}, name));
  return h('div', {}, h('p', { class: 'call facts', 'aria-hidden': 'true' }, ...head), h('ol', { class: 'plain' }, ...lines));
}

/** What was sent, and what came. */
function callParts(call: RunCall, run: Run, origins: readonly Origin[], afterMs: number): Child[] {
  const { request, reply, error, usage, iteration, attempt = 1, critic, model, verdict, purpose } = call;
  if (request === undefined) return [];
  const facts = words(
    `${purpose}${iteration === undefined ? '' : ` of draft ${iteration}`}`,
    critic !== undefined && `critic ${critic + 1}`,
    attempt > 1 && `attempt ${attempt}`,
    `after ${seconds(afterMs)}`,
    usage && `${usage.inputTokens ?? '?'} → ${usage.outputTokens ?? '?'} tokens${usage.estimated ? ', estimated' : ''}`,
  );
  return [
    h('p', { class: 'facts' }, facts, ' ', model !== undefined && quoted(model, 'span')),
    h('h3', {}, 'Sent'),
    ...('messages' in request ? sent(request, run, origins) : []),
    'toolName' in request && json(request.args as Json),
    'verifier' in request && quoted(request.draft, 'pre'),
    h('h3', {}, 'Came'),
    error && h('p', { class: 'bad' }, quoted(`${words(error.code)}: ${error.message}`, 'span')),
    verdict && h('p', {}, verdict.passed ? 'passed' : 'failed'),
    reply !== undefined && replyParts(reply),
  ];
}

function sent(request: Extract<RunCall['request'], { messages: Message[] }>, run: Run, origins: readonly Origin[]): Child[] {
  const seen = new Map<string, string>();
  const messages = request.messages.map((message) => messageOf(message, origins, seen));
  const tools = (request.tools ?? []).map((name) => {
    const tool = run.task?.tools?.find((tool) => tool.name === name);
    const schema = () => (tool ? json(tool as unknown as Json) : 'its schema is not in the file');
    return folded(quoted(`tool ${name}`, 'span'), () => [schema()]);
  });
  const legend = [...seen].map(([kind, name]) => h('mark', { class: kind }, name));
  return [
    legend.length > 0 && h('p', { class: 'row facts' }, 'From: ', ...legend),
    ...messages,
    ...tools,
    request.responseSchema && folded('schema of the reply', () => [json(request.responseSchema as Json)]),
    request.n !== undefined && h('p', { class: 'facts' }, `${request.n} completions`),
  ];
}

/** A message, each part in the colour of where it comes from. `seen` is told which there are. */
function messageOf(
  { role, content, toolCalls = [] }: Message,
  origins: readonly Origin[],
  seen: Map<string, string>,
): HTMLElement {
  const body = h('pre', { class: 'quoted', dir: 'auto' });
  for (const { text, kind, name } of textsOf(content).flatMap((text) => partsOf(text, role, origins))) {
    if (name !== undefined) seen.set(kind, name.replace(/ \d+$/, ''));
    // A long text has its own button.
    body.append(name === undefined ? quoted(text, 'span') : h('mark', { class: kind, title: name }, quoted(text, 'span')));
  }
  const requests = toolCalls.map((call) =>
    h('p', {}, 'asks for ', quoted(`${call.name} ${JSON.stringify(call.arguments)}`, 'span')),
  );
  return h('div', { class: 'message' }, h('p', { class: 'facts' }, quoted(role, 'span')), body, ...requests);
}

function replyParts(reply: Json): HTMLElement {
  if (typeof reply !== 'object' || reply === null || !('content' in reply) || typeof reply.content !== 'string')
    return json(reply);
  const { content, ...rest } = reply;
  if (content === '') return json(rest as Json);
  const more = Object.keys(rest).length > 0 && folded('the rest of the reply', () => [json(rest as Json)]);
  return h('div', {}, quoted(content as string, 'pre'), more);
}

function json(value: Json | undefined): HTMLElement {
  return quoted(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2), 'pre');
}

export function tokens({ totalTokens, inputTokens = 0, outputTokens = 0, estimated }: NonNullable<RunCall['usage']>): string {
  return `${estimated ? '~' : ''}${(totalTokens ?? inputTokens + outputTokens).toLocaleString('en')}`;
}

export function seconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
