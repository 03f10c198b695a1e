// The stores that are measured, each in a place of its own: files in a temporary folder, and a PostgreSQL that is started for it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, opened } from '../../js/stores/postgres.mjs';
import { PostgresServer } from '../../js/stores/server.mjs';

export class Places {
  static async open() {
    return new Places(mkdtempSync(join(tmpdir(), 'evals-')), await PostgresServer.start());
  }

  constructor(folder, server) {
    this.folder = folder;
    this.server = server;
    this.made = 0;
  }

  /** Where the store of this name finds nothing yet. */
  async fresh(name) {
    this.made += 1;
    if (name === 'memory') return '';
    if (name === 'sqlite') return join(this.folder, `${this.made}.db`);
    await ask(this.server.url('postgres'), `CREATE DATABASE bench_${this.made}`);
    return this.server.url(`bench_${this.made}`);
  }

  async close() {
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** The store of a name at a place. */
export async function storeAt(name, place) {
  if (name === 'memory') return (await import('reflect-engine/evals')).memoryStore();
  if (name === 'sqlite') return (await import('reflect-engine/evals/sqlite')).sqliteStore(place);
  return opened(place);
}
