// Serves target/site to this machine, and prints where. PORT takes another port.

import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';

const servedir = fileURLToPath(new URL('../target/site', import.meta.url));
const bundler = await context({});
try {
  const { port } = await bundler.serve({ servedir, host: '127.0.0.1', port: Number(process.env.PORT ?? 8080) });
  console.log(`the playground: http://127.0.0.1:${port}/playground.html (Ctrl-C ends it)`);
} catch ({ message }) {
  console.error(`error: ${message}; PORT=8081 takes another port`);
  await bundler.dispose();
  process.exitCode = 1;
}
