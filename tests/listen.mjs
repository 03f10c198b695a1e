import { once } from 'node:events';
import { createServer } from 'node:http';

/** Serves HTTP on a free port of the loopback address. */
export async function listen(answer) {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { server, url: `http://127.0.0.1:${server.address().port}`, close };
}
