// The declarations of the crate's feature `run`, as wasm-bindgen writes them for a user.

import { ReflectEngine, type ReflectResult, type ReflectTask, type Step } from '../../../target/rust-page/node/rust_page.js';

export async function use(signal: AbortSignal | undefined): Promise<string> {
  using engine = new ReflectEngine();
  const steps: Step[] = [];
  const task: ReflectTask = {
    input: [{ role: 'user', content: 'q' }],
    model: async ({ messages, purpose, signal }) => `${purpose} ${messages.length} ${signal?.aborted}`,
    critic: undefined,
    verifiers: { tests: (draft) => draft.length > 0 },
    onStep: (step) => steps.push(step),
    signal,
  };
  const result: ReflectResult = await engine.run(task);
  const status: 'ok' | 'needs_review' | 'failed' = result.status;
  // @ts-expect-error: a setting that there is none of
  new ReflectEngine({ maxReflection: 3 });
  // @ts-expect-error: a task without a model
  await engine.run({ input: 'q' });
  return `${status} ${result.output} ${result.drafts.length} ${result.revisionHistory.length} ${engine.critiquePrompt}`;
}
