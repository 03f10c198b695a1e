// A loop in production: its canonical model asks for more than there is. The monitor says so, says which part to fix, and sees the alert
// close when that is done (seed 000). Time is simulated: a run every ten minutes.
import { LoopMonitor } from 'reflect-engine/monitor';
import { ResearchLoop } from 'reflect-engine/research';

const MINUTE = 60_000;
let now = 0;

const monitor = new LoopMonitor({
  mode: 'confident', // not at the first runs that go badly, but when the whole interval is beyond the level
  window: { buckets: 6, bucketMs: 60 * MINUTE },
  onEvent({ type, metric, window, alert }) {
    if (!window) return; // all time has events of its own
    const why = alert
      ? ` at ${alert.value.toFixed(2)} (${alert.low.toFixed(2)} to ${alert.high.toFixed(2)}, n = ${alert.n})`
      : '';
    console.log(`${(now / 60 / MINUTE).toFixed(1)} h: ${metric} ${type}${why}${alert ? `: ${alert.hint}` : ''}`);
  },
});

/** One company in three has audited figures, and they are old. */
function research({ path, query }) {
  const company = Number(query.split(' ').at(-1));
  if (path !== 'audited_profit') return [{ path, value: `Company ${company} makes things.`, sourceId: 'register' }];
  return company % 3 === 0 ? [{ path, value: company, sourceId: 'audit', metadata: { year: 2019 } }] : [];
}

/** Old figures are not a good answer. */
const freshness = ({ facts }) => (facts.some(({ metadata }) => metadata?.year < 2024) ? 0.4 : 0.9);

async function runs(count, required) {
  for (let run = 0; run < count; run += 1) {
    const company = now / 10 / MINUTE;
    const loop = new ResearchLoop({
      canonicalModel: {
        fields: [
          { path: 'summary', query: `company ${company}` },
          { path: 'products', query: `products of company ${company}` },
          {
            path: 'audited_profit',
            type: 'number',
            unit: 'million USD',
            required,
            query: `audited profit of company ${company}`,
          },
        ],
      },
      reflector: { maxFruitless: 10 },
      repetition: { limit: 10 },
      maxIterations: 5,
      maxRepairs: 0,
      evaluator: { metrics: { freshness } },
    });
    const result = await loop.run({ query: `What is company ${company}?`, research });
    monitor.observe(result, { runId: `run-${company}`, nowMs: now });
    if (result.accepted) monitor.feedback({ runId: `run-${company}`, rating: 5 }, { nowMs: now });
    now += 10 * MINUTE;
  }
}

function show(what) {
  const { runs, metrics, diagnosis } = monitor.report({ nowMs: now }).window;
  const figures = ['timeout_rate', 'pass_rate', 'avg_iterations'].map((name) => `${name} ${metrics[name]?.toFixed(2)}`);
  console.log(`${what}: ${runs} runs in the window, ${figures.join(', ')}`);
  for (const { symptom, component, fix } of diagnosis) console.log(`  ${symptom}: ${component}. ${fix}.`);
}

await runs(48, 'must');
show('with `audited_profit` required');
await runs(48, 'may');
show('with the field relaxed');
