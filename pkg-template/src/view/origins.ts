// Where the parts of a prompt come from. A trace holds prompts as texts: what the run knows is found in them again, what stands in a fence is
// material, and the rest is the engine's.

import type { Content, Role } from '../types.js';
import type { Run } from './run.js';

type Kind = 'task' | 'draft' | 'evidence' | 'critique' | 'prompt';

/** A text of the run, and what it is. */
export interface Origin {
  text: string;
  kind: Kind;
  name: string;
}

/** A part of a prompt; one without a name is a line of a fence. */
interface PromptPart {
  text: string;
  kind: Kind | 'fence';
  name?: string;
  /** Found as a text of the run. */
  isKnown?: true;
}

const NAMES: Record<Kind, string> = {
  task: 'your task',
  draft: 'draft',
  evidence: 'evidence',
  critique: 'critique',
  prompt: 'prompt of the engine',
};

/** Where a text of this role comes from when nothing says more. */
const BY_ROLE: Record<Role, Kind> = { system: 'prompt', user: 'prompt', assistant: 'draft', tool: 'evidence' };

/** Shorter texts are found only as whole lines. */
const SHORT = 20;

/** What the run knows, the longest first. */
export function originsOf({ task, drafts, calls, settings }: Run): Origin[] {
  const listOrigins = (kind: Kind, texts: readonly (string | undefined)[], name = NAMES[kind]): Origin[] =>
    texts.flatMap((text) => (typeof text === 'string' && text.trim() !== '' ? [{ text, kind, name }] : []));
  const input = task?.input ?? '';
  const inputs = typeof input === 'string' ? [input] : [input].flat().flatMap((message) => textsOf(message?.content));
  const results = calls
    .filter(({ purpose }) => purpose === 'tool')
    .map(({ reply }) => (typeof reply === 'string' ? reply : JSON.stringify(reply)));
  const failures = drafts.flatMap(({ verifiers = {} }) => Object.values(verifiers).flatMap(({ issues = [] }) => issues));
  const looks = drafts.flatMap((draft) => draft.looks);
  const remarks = looks.flatMap(({ issues = [], suggestion, suggestions = [] }) => [...issues, suggestion, ...suggestions]);
  const origins = [
    ...drafts.flatMap(({ text, raw, index }) => listOrigins('draft', [text, raw], `draft ${index + 1}`)),
    ...listOrigins('task', [...inputs, task?.systemPrompt, task?.draft, ...(settings?.criteria ?? [])]),
    ...listOrigins('evidence', [...results, ...failures]),
    ...listOrigins('critique', remarks),
  ];
  return [...new Map(origins.reverse().map((origin) => [origin.text, origin])).values()].sort(
    (a, b) => b.text.length - a.text.length,
  );
}

/** The texts of a message. Images and files are there as JSON: they are data. */
export function textsOf(content: Content): string[] {
  if (typeof content === 'string') return [content];
  return [content].flat().map((part) => (part?.type === 'text' ? part.text : JSON.stringify(part)));
}

/** A text of a prompt, taken apart. */
export function partsOf(text: string, role: Role, origins: readonly Origin[]): PromptPart[] {
  const kind = BY_ROLE[role] ?? 'prompt';
  const parts = fenced(text, { kind, name: NAMES[kind] });
  return origins.reduce((all, origin) => all.flatMap((part) => found(part, origin)), parts);
}

/** What stands in a fence is material; its lines themselves are nobody's. */
function fenced(text: string, outside: Omit<PromptPart, 'text'>): PromptPart[] {
  const parts: PromptPart[] = [];
  let at = 0;
  for (const { index, 0: whole, 1: mark, 2: inside = '' } of text.matchAll(/^\[begin ([0-9a-f]{16})\]\n(.*?)\n\[end \1\]$/gms)) {
    parts.push({ ...outside, text: text.slice(at, index) }, { kind: 'fence', text: `[begin ${mark}]\n` });
    parts.push({ kind: 'evidence', name: NAMES.evidence, text: inside }, { kind: 'fence', text: `\n[end ${mark}]` });
    at = index + whole.length;
  }
  return [...parts, { ...outside, text: text.slice(at) }].filter((part) => part.text !== '');
}

/** A part with the places in it where a text of the run stands. */
function found(part: PromptPart, { text: wanted, kind, name }: Origin): PromptPart[] {
  if (part.kind === 'fence' || part.isKnown) return [part];
  const { text } = part;
  const edge = wanted.length < SHORT ? /\n/ : /[^\p{L}\p{N}]/u;
  const isEdge = (at: number) => at < 0 || at >= text.length || edge.test(text[at] ?? '');
  const parts: PromptPart[] = [];
  let from = 0;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    if (!isEdge(at - 1) || !isEdge(at + wanted.length)) continue;
    parts.push({ ...part, text: text.slice(from, at) }, { text: wanted, kind, name, isKnown: true });
    from = at + wanted.length;
  }
  return from === 0 ? [part] : [...parts, { ...part, text: text.slice(from) }].filter((each) => each.text !== '');
}
