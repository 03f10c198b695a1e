// The run as a person in a terminal sees it, while it goes on.

import { diffLines } from 'diff';

import { codeOf } from './task.mjs';

const WIDTH = 78;

/** What each way to stop means, in words. */
const STOPPED = {
  accepted: 'the draft was accepted',
  max_reflections: 'every revision was used up, and the last draft was not accepted',
  unreadable_critique: 'the critique could not be read, and nobody else may accept',
  model_error: 'the model failed',
  empty_draft: 'the model wrote nothing',
  aborted: 'it was interrupted',
};

/**
 * @param {NodeJS.WriteStream} out Colours and running counts only on a terminal, and not where NO_COLOR is set.
 */
export function terminalView(out) {
  const live = out.isTTY === true && process.env.TERM !== 'dumb';
  const colours = live && !process.env.NO_COLOR;
  const paint = (code) => (text) => (colours ? `\x1b[${code}m${text}\x1b[0m` : text);
  const [bold, dim, red, green, yellow, cyan] = [1, 2, 31, 32, 33, 36].map(paint);
  const line = (text = '') => out.write(`${text}\n`);
  const title = (text) => line(`\n${bold(text)} ${dim('─'.repeat(Math.max(WIDTH - text.length - 1, 3)))}`);
  const drafts = new Map();
  let shown = -1;
  let checksFailed = false;

  /** Of a revision the code is shown, as a diff, when it is whole. */
  function revised(index) {
    if (shown >= index) return;
    shown = index;
    const text = drafts.get(index) ?? '';
    if (index === 0) return text.endsWith('\n') || line();
    if (live) out.write('\r\x1b[K');
    for (const { value, added, removed } of diffLines(`${codeOf(drafts.get(index - 1) ?? '')}\n`, `${codeOf(text)}\n`)) {
      for (const each of value.replace(/\n$/, '').split('\n')) {
        line(added ? green(`+ ${each}`) : removed ? red(`- ${each}`) : dim(`  ${each}`));
      }
    }
  }

  return {
    live,
    warn: (text) => line(yellow(`! ${text}`)),

    begin(input, requirements, told) {
      line(`${bold('reflect-engine')}  a producer writes, a critic judges, tests decide\n`);
      line(`${cyan('task')}   ${input}`);
      for (const requirement of requirements) line(`       ${dim('·')} ${requirement}`);
      for (const [at, text] of told.entries()) line(`${at === 0 ? cyan('model ') : '      '} ${text}`);
    },

    /** For `onDraft`: the first draft as it is written; of a revision the count of characters. */
    draft(event) {
      if (event.type !== 'draft.delta') return;
      const { draftIndex, delta } = event;
      const text = drafts.get(draftIndex);
      if (text === undefined)
        title(draftIndex === 0 ? 'draft 1' : `draft ${draftIndex + 1}, its code against that of draft ${draftIndex}`);
      drafts.set(draftIndex, (text ?? '') + delta);
      if (draftIndex === 0) out.write(delta);
      else if (live) out.write(`\r${dim(`writing … ${drafts.get(draftIndex).length} characters`)}`);
    },

    checks(findings) {
      revised(drafts.size - 1);
      title('checks');
      checksFailed = findings.some(({ passed }) => !passed);
      for (const { title: what, passed, found } of findings) {
        line(passed ? `${green('✓')} ${what}` : `${red('✗')} ${what} ${dim(`(${found})`)}`);
      }
    },

    /** For `onStep`. */
    step(step) {
      if (step.type !== 'reflection') return;
      title(`critique of draft ${step.draftIndex + 1}`);
      const { needsRevision, critiqueStatus, score, issues = [], suggestion } = step;
      const verdict =
        critiqueStatus === 'unreadable' || critiqueStatus === 'unclear'
          ? yellow(critiqueStatus)
          : needsRevision
            ? red(checksFailed ? 'rejected, since checks failed' : 'rejected')
            : green('accepted');
      line(`${verdict}${score === undefined ? '' : `, ${score} of 10`}`);
      for (const issue of issues) line(`- ${issue}`);
      if (suggestion) line(`→ ${suggestion}`);
    },

    end(result) {
      title('answer');
      line(codeOf(result.output) || dim('(none)'));
      title('outcome');
      const { accepted, acceptedBy, status, stopReason, reviewReasons, iterations, usage, errors } = result;
      line(
        accepted
          ? green(`accepted by the ${acceptedBy}, with every check passed`)
          : yellow([status, ...reviewReasons].join(', ')),
      );
      line(`stopped because ${STOPPED[stopReason] ?? stopReason}`);
      for (const { code: kind, message } of errors) line(red(`${kind}: ${message}`));
      const calls = Object.values(usage.byPurpose).reduce((sum, purpose) => sum + purpose.calls, 0);
      const { inputTokens = 0, outputTokens = 0, estimated } = usage.total;
      line(
        `${iterations} drafts, ${calls} calls, ${inputTokens} tokens read, ${outputTokens} written${estimated ? ' (estimated)' : ''}`,
      );
    },
  };
}
