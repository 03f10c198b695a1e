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

// The essay's dashboard: four loops of your own, each broken in one place, and which place the figures name. Each run says what it knows,
// and users rate every answer that was accepted.
const accepted = {
  status: 'ok',
  accepted: true,
  stopReason: 'accepted',
  acceptedBy: 'evaluator',
  judged: true,
  iterations: 3,
  retries: 0,
  missingFields: 0,
};
const limited = {
  ...accepted,
  status: 'needs_review',
  accepted: false,
  acceptedBy: undefined,
  stopReason: 'max_iterations',
  iterations: 6,
  judged: false,
  missingFields: 3,
};
const rejected = { ...limited, stopReason: 'rejected', judged: true, iterations: 3, evaluation: { score: 0.5 } };

/** Scores from 0.71 to 0.99 over the runs, and ratings that follow them or do not. */
const score = (run) => 0.71 + ((run * 7) % 29) / 100;
const agrees = (run) => Math.round(score(run) * 10) / 2;
const unrelated = (run) => 1 + ((run * 11) % 5);

const RESEARCH = ['avg_iterations', 'timeout_rate', 'repetition_threshold_hits', 'stopped_at_iteration_1', 'avg_missing_fields'];
const JUDGING = ['pass_rate', 'user_rejection_rate', 'correlation', 'avg_retry_count', 'final_success_after_retries'];
const LOOPS = {
  'a model too strict': (run) => [{ ...accepted, rating: agrees(run) }, limited, limited, rejected, rejected][run % 5],
  'a lenient evaluation': (run) => ({ ...accepted, rating: unrelated(run), rejectedByUser: run % 3 === 0 }),
  'a lazy reflection': (run) => ({ ...accepted, iterations: run % 2 === 0 ? 1 : 2, missingFields: 2, rating: agrees(run) }),
  'a strict evaluation': (run) => ({ ...accepted, retries: 2 + (run % 5), repetitionHits: run % 4, rating: agrees(run) }),
};

for (const [name, outcome] of Object.entries(LOOPS)) {
  const loop = new LoopMonitor();
  for (let run = 0; run < 400; run += 1) {
    const { rating, rejectedByUser = false, ...result } = outcome(run);
    loop.observe({ evaluation: { score: score(run) }, ...result }, { runId: `run-${run}` });
    if (rating !== undefined) loop.feedback({ runId: `run-${run}`, rating, rejected: rejectedByUser });
  }
  const { metrics, alerts, diagnosis } = loop.report();
  console.log(`${name}:`);
  for (const figures of [RESEARCH, JUDGING])
    console.log(`  ${figures.map((figure) => `${figure} ${metrics[figure]?.toFixed(2)}`).join(', ')}`);
  for (const { metric, value, side, level, hint } of alerts)
    console.log(`  ! ${metric} ${value.toFixed(2)}, ${side} ${level}: ${hint}`);
  for (const { symptom, component, fix } of diagnosis) console.log(`  ${symptom}: ${component}. ${fix}.`);
}
