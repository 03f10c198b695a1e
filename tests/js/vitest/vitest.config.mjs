// Tests of which some must fail: `../acceptance.test.mjs` runs them, and reads what they say.
import { fileURLToPath } from 'node:url';

export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite-acceptance', import.meta.url)),
  test: { include: ['*.vitest.mjs'], setupFiles: ['reflect-engine/vitest'] },
};
