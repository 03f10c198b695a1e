/**
 * Three runs at once on one engine: each drafts, is criticised, revises and is accepted. Throws when one differs.
 *
 * Refers to nothing outside of itself but the language: it is also run as text in a context without any host functions.
 */
export async function smoke({ ReflectEngine, scriptedModel }) {
  const same = (what, got, expected) => {
    if (got !== expected) throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  };
  const critique = (score) =>
    JSON.stringify({ score, issues: score < 8 ? ['too short'] : [], suggestion: 'say more', needs_revision: score < 8 });

  const engine = new ReflectEngine({ maxReflections: 1, advanced: { seed: 7 } });
  same('name', engine.name, 'reflect');
  const subjects = ['naïve café', '東京', '🦀 & 🐳'];
  const results = await Promise.all(
    subjects.map((subject) =>
      engine.run({
        input: `Write about ${subject}`,
        model: scriptedModel([`${subject}: short`, critique(4), `${subject}: long`, critique(9)]),
      }),
    ),
  );
  results.forEach((result, index) => {
    same('output', result.output, `${subjects[index]}: long`);
    same('accepted', result.accepted, true);
    same('status', result.status, 'ok');
    same('stopReason', result.stopReason, 'accepted');
    same('iterations', result.iterations, 2);
    same('steps', result.trace.steps.map((step) => step.type).join(), 'thought,reflection,thought,reflection,response');
  });
  engine.free();
}
