// The run as a person in a terminal sees it, while it goes on.

import { codeOf } from './task.mjs';

const WIDTH = 78;

/** What each way to stop means, in words. */
const STOPPED = {
  accepted: 'the draft was accepted',
  max_reflections: 'every revision was used up, and the last draft was not accepted',
  unreadable_critique: 'the critique could not be read, and nobody else may accept',
  critic_unavailable: 'the critic did not answer, and nobody else may accept',
  model_error: 'the model failed',
  empty_draft: 'the model wrote nothing',
  aborted: 'it was interrupted',
};

/**
 * @param {NodeJS.WriteStream} out Colours only on a terminal, and not where NO_COLOR is set.
 */
export function terminalView(out) {
  const live = out.isTTY === true && process.env.TERM !== 'dumb';
  const paint = (code) => (text) => (live && !process.env.NO_COLOR ? `\x1b[${code}m${text}\x1b[0m` : text);
  const [bold, dim, red, green, yellow] = [1, 2, 31, 32, 33].map(paint);
  const line = (text = '') => out.write(`${text}\n`);
  const title = (text) => line(`\n${bold(text)} ${dim('─'.repeat(Math.max(WIDTH - text.length - 1, 3)))}`);
  const paragraph = (text, begin = '', rest = begin) => {
    // A model's text may hold a backspace, or the beginning of a colour.
    for (const [at, each] of wrapped(text.replace(/\p{Cc}+/gu, ' '), WIDTH - begin.length).entries())
      line(`${at === 0 ? begin : rest}${each}`);
  };
  let drafted = -1;
  let column = 0;
  /** By draft, how many tests it failed. */
  const failed = new Map();

  return {
    begin(input, told) {
      line(`${bold('reflect-engine')}  a model writes, tests judge\n`);
      paragraph(input, 'task   ', '       ');
      for (const [at, text] of told.entries()) paragraph(text, at === 0 ? 'model  ' : '       ', '       ');
    },

    /** For `onDraft`. */
    draft(event) {
      if (event.type !== 'draft.delta') return;
      if (event.draftIndex > drafted) title(`draft ${event.draftIndex + 1}`);
      drafted = event.draftIndex;
      for (const piece of event.delta.split(/(?<=\n)|(?= )/)) {
        if (column > 0 && column + piece.length > WIDTH) {
          line();
          column = 0;
        }
        out.write(piece);
        column = piece.endsWith('\n') ? 0 : column + piece.length;
      }
    },

    tests(draft, findings) {
      if (column > 0) line();
      column = 0;
      line();
      failed.set(draft, findings.filter(({ passed }) => !passed).length);
      for (const { title: what, passed, found } of findings) {
        line(passed ? `${green('✓')} ${what}` : `${red('✗')} ${what} ${dim(`(${found})`)}`);
      }
    },

    end(result) {
      title('first draft and answer');
      const first = result.trace.drafts[0]?.text ?? '';
      changed(codeOf(first).split('\n'), codeOf(result.output).split('\n'));
      line(
        `\ntests that fail: ${failed.get(first) ?? '?'} with the first draft, ${failed.get(result.output) ?? '?'} with the answer`,
      );
      title('outcome');
      outcome(result);
    },
  };

  /** Two texts as one: the lines in which they begin and end alike stand once. */
  function changed(before, after) {
    const differing = before.findIndex((text, at) => text !== after[at]);
    const head = differing < 0 ? before.length : differing;
    let tail = 0;
    while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
    for (const text of before.slice(0, head)) line(dim(`  ${text}`));
    for (const text of before.slice(head, before.length - tail)) line(red(`- ${text}`));
    for (const text of after.slice(head, after.length - tail)) line(green(`+ ${text}`));
    for (const text of after.slice(after.length - tail)) line(dim(`  ${text}`));
  }

  function outcome({ accepted, acceptedBy, status, stopReason, reviewReasons, iterations, usage, errors }) {
    if (accepted) line(green(`accepted by the ${acceptedBy}`));
    else for (const each of wrapped([status, ...reviewReasons].join(', '), WIDTH)) line(yellow(each));
    line(`stopped because ${STOPPED[stopReason] ?? stopReason}`);
    for (const { code, message } of errors) paragraph(`${code}: ${message}`);
    const calls = Object.values(usage.byPurpose).reduce((sum, purpose) => sum + purpose.calls, 0);
    const { inputTokens = 0, outputTokens = 0, estimated } = usage.total;
    const tokens = `${inputTokens} tokens read, ${outputTokens} written${estimated ? ' (estimated)' : ''}`;
    line(`${iterations} ${iterations === 1 ? 'draft' : 'drafts'}, ${calls} calls, ${tokens}`);
  }
}

/** A text in lines of at most `width` characters, broken at blanks where there are any. */
function wrapped(text, width) {
  const lines = [];
  let rest = text;
  while (rest.length > width) {
    const blank = rest.lastIndexOf(' ', width);
    const at = rest.slice(0, blank).trim() === '' ? width : blank;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...lines, rest];
}
