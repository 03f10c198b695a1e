// A process of a fleet: sends the same request over and over, as so many processes at once.

const AT_ONCE = 8;

process.once('message', async ({ url, request: { path, ...init }, ms, name }) => {
  let sent = 0;
  const begin = performance.now();
  const send = async (at) => {
    while (performance.now() - begin < ms) {
      const answer = await fetch(`${url}${path}${path.endsWith('=') ? name + at : ''}`, init);
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      await answer.text();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => send(at)));
  process.send({ sent, seconds: (performance.now() - begin) / 1_000 });
  process.disconnect();
});
process.send('ready');
