// `postgresStore` on a server of the tests.
import pg from 'pg';
import { postgresStore } from 'reflect-engine/evals/postgres';

/** A store that ends its pool when it is closed. */
export function opened(url) {
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  const store = postgresStore(pool);
  return {
    commit: (rows, fold) => store.commit(rows, fold),
    evaluations: (query) => store.evaluations(query),
    windows: (query) => store.windows(query),
    prune: (limits) => store.prune(limits),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

/** A pool whose transactions ask through `around(text, ask, other)`: `ask` does what was wanted, `other` asks something else there. */
export function watched(pool, around) {
  return {
    totalCount: 0,
    options: pool.options,
    on: (event, listener) => pool.on(event, listener),
    query: (text, values) => pool.query(text, values),
    connect: (ready) =>
      pool.connect((error, client) => {
        if (client === undefined) return ready(error);
        const other = (text, values) => client.query(text, values);
        ready(undefined, {
          query: (text, values) => around(text, () => other(text, values), other),
          on: (event, listener) => client.on(event, listener),
          release: (destroy) => client.release(destroy),
        });
      }),
  };
}

/** Asks a server something. */
export async function ask(url, text, values) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
