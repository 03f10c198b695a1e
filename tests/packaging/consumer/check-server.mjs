/** Asks the evaluation server of `evals`, which is under `/api` and wants the key `k`. Throws when an answer differs. */
export async function checkServer(ask, evals) {
  const same = (what, got, expected) => {
    if (got !== expected) throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`);
  };
  evals.record({ agentId: 'a/b', scores: { m: 0.5 } });
  const headers = { 'x-key': 'k' };
  same('closed', (await ask('/api/evals/stats')).status, 403);
  const answer = await ask('/api/a%2Fb/evals', { headers });
  same('status', answer.status, 200);
  same('cache', answer.headers.get('cache-control'), 'private, no-store');
  same('type', answer.headers.get('content-type'), 'application/json');
  const { agentId, evaluations } = await answer.json();
  same('agent', agentId, 'a/b');
  same('aggregate', evaluations[0].aggregateScore, 0.5);
  const head = await ask('/api/a%2Fb/evals', { headers, method: 'HEAD' });
  same('head', head.status, 200);
  same('head body', await head.text(), '');
  const wrong = await ask('/api/a%2Fb/evals?limit=501', { headers });
  same('limit', wrong.status, 400);
  const { code, message } = (await wrong.json()).error;
  same('what is wrong', [code, message.includes('`limit`')].join(), 'invalid_request,true');
  same('method', (await ask('/api/evals/stats', { headers, method: 'POST', body: 'x' })).headers.get('allow'), 'GET, HEAD');
  same('stats', (await (await ask('/api/evals/stats', { headers })).json()).evalCount, 1);
}
