// Answers so long that they come into the core apart from their replies, and go out of it by their place there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, column, reject } from './support.mjs';

const filled = (text) => text.repeat(Math.ceil(5_000 / text.length));
/** What a model writes. */
const ANSWERS = {
  ASCII: filled('plain words. '),
  'blanks around': `\n \t${filled('words ')}\n\n`,
  'beyond ASCII': `  ${filled('Übereinkunft – 🦀 ')}`,
  'a blank that marks long texts at the border': `\u00a0${filled('x')}\u00a0`,
  'a thinking block': `<thinking>${filled('hm ')}</thinking>\n${filled('words ')}`,
  'controls, quotes and backslashes': filled('a\u0000"b\\c\u001e\u2028\u007f\t\r\nd'),
  'halves of surrogate pairs': `${filled('x')}\ud800 and \udc00`,
  'one letter less than long': 'y'.repeat(4_095),
  long: 'y'.repeat(4_096),
};
const whole = (text) => text.replace(/\p{Cs}/gu, '\ufffd');
const answerOf = (raw) => whole(raw.replace(/<thinking>.*<\/thinking>/s, '').trim());
const settings = { maxReflections: 2, advanced: { seed: 1, judgeLast: true } };

for (const [what, raw] of Object.entries(ANSWERS)) {
  for (const form of ['string', 'object']) {
    const turns = [raw, reject(4), `${raw} better`, accept()];
    const replies = turns.map((text) =>
      form === 'string' ? text : { finishReason: 'stop', content: text, usage: { inputTokens: 1 } },
    );
    const [first, second] = [answerOf(raw), answerOf(`${raw} better`)];

    test(`${what}, as ${form}: drafts, requests and steps hold the answer as it was`, async () => {
      const model = scriptedModel(replies);
      const result = await new ReflectEngine(settings).run({ input: 'q', model });
      assert.equal(result.accepted, true);
      assert.deepEqual(column(result.trace.drafts, 'text'), [first, second]);
      for (const [at, { text, raw: kept = text }] of result.trace.drafts.entries()) assert.equal(kept, whole(turns[at * 2]));
      assert.equal(result.output, second);
      const [, critique, revision, again] = model.requests.map(({ messages }) => messages.map(({ content }) => content));
      assert.ok(critique.at(-1).includes(first) && again.at(-1).includes(second));
      assert.ok(revision.includes(first));
      const shown = result.trace.steps.filter(({ type }) => type === 'response');
      assert.equal(shown.at(-1).content, second);
    });

    test(`${what}, as ${form}: a run that was saved in the middle goes on as it would have`, () => {
      const engine = new ReflectEngine(settings);
      const goOn = (run, turn, { until = turns.length } = {}) => {
        const outputs = [];
        for (;;) {
          const output = run.poll(0);
          outputs.push(output);
          if (output.type === 'done') return outputs;
          if (output.type !== 'wait') continue;
          if (turn === until) return outputs;
          run.reply(output.callIds[0], replies[turn], 0);
          turn += 1;
        }
      };
      const { result } = goOn(engine.start({ input: 'q' }, 0), 0).at(-1);
      for (const until of [1, 2, 3]) {
        const half = engine.start({ input: 'q' }, 0);
        goOn(half, 0, { until });
        const { log } = JSON.parse(half.snapshot());
        const saved = log.filter((entry) => entry.do === 'reply').map(({ value }) => value.content ?? value);
        assert.deepEqual(saved, turns.slice(0, until).map(whole));
        const restored = engine.restore(half.snapshot(), {}, 0);
        goOn(restored, until, { until });
        assert.deepEqual(told(goOn(restored, until).at(-1).result), told(result), `from turn ${until}`);
      }
    });
  }
}

/** A result without its name. */
function told({ runId, ...result }) {
  return JSON.parse(JSON.stringify(result));
}
