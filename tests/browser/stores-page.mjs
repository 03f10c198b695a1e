// `indexedDbStore` in a real browser: the suite of every store, two pages at once, and pages that are in each other's way.

import assert from 'node:assert/strict';

/** `another` opens the same page once more. */
export async function inspectStores(page, another) {
  /** Asks a page for one of its parts. */
  const asked = (of, part, ...given) => of.evaluate(([name, args]) => globalThis.parts[name](...args), [part, given]);

  // Before anything is stored: Chromium remembers for a while how much room there was.
  const quota = await limited(page);

  const { failed, ran } = await asked(page, 'conformance');
  assert.deepEqual(failed, []);
  assert.ok(ran >= 6, `${ran} cases`);
  assert.deepEqual(await asked(page, 'modes'), ['readonly strict', 'readwrite strict']);
  const refused = '`name` must be a string that is not empty, got ';
  assert.deepEqual(
    await asked(page, 'refused'),
    ['a string', 'nothing', 'a number'].map((got) => `invalid_settings: ${refused}${got}`),
  );

  // Two pages of one origin, and two trackers in one of them, write at once.
  const other = await another();
  const written = await Promise.all([
    asked(page, 'write', 'shared', 1, 15),
    asked(other, 'write', 'shared', 2, 15),
    asked(other, 'write', 'shared', 3, 15),
  ]);
  const acknowledged = written.flat();
  assert.equal(new Set(acknowledged).size, 3 * 15 * 40);
  for (const one of [page, other]) assert.equal(await asked(one, 'checkWritten', 'shared', acknowledged), 'undefined');

  // A page that deletes, or upgrades, is not held up by one that only keeps its connection.
  assert.deepEqual(await asked(page, 'record', 'given up'), { flushed: 'undefined', queued: 0, committed: 1, history: '1' });
  assert.equal(await asked(other, 'remove', 'given up'), 'deleted');
  assert.deepEqual(await asked(page, 'record', 'given up'), { flushed: 'undefined', queued: 0, committed: 2, history: '1' });
  assert.equal(await asked(other, 'hold', 'given up', 7), 'open 1');
  const newer = await asked(page, 'record', 'given up');
  const reload =
    'store_error: the IndexedDB database given up cannot be opened: it is of a newer version than this page knows; reload the page';
  assert.deepEqual(newer, { flushed: reload, queued: 1, committed: 2, history: reload });
  await asked(other, 'letGo');

  // A machine that is busy for long is no other page that holds the database.
  assert.equal(await asked(page, 'busy', 'slow'), '');

  // A database of somebody else's.
  assert.equal(await asked(other, 'hold', 'theirs', 1), 'open 1');
  assert.match(
    (await asked(page, 'record', 'theirs', { look: false })).flushed,
    /^store_error: .* theirs cannot be opened: it is of another program/,
  );
  // One that is being deleted while a page holds it cannot be opened; it is when that page lets go, and nothing is lost.
  assert.equal(await asked(other, 'remove', 'theirs'), 'blocked');
  const held = await asked(page, 'record', 'theirs', { look: false });
  assert.match(held.flushed, /^store_error: .* another page that holds it does not let go; close that page$/);
  assert.equal(held.queued, 2);
  await asked(other, 'letGo');
  assert.deepEqual(await asked(page, 'record', 'theirs'), { flushed: 'undefined', queued: 0, committed: 3, history: '3' });

  // No room: the whole commit is undone, what was there stays, and what waits is kept when there is room again.
  assert.deepEqual(await asked(page, 'record', 'full'), { flushed: 'undefined', queued: 0, committed: 1, history: '1' });
  const full = await asked(page, 'record', 'full', { count: 25, chars: 1_000_000 });
  assert.match(full.flushed, /^store_error: the IndexedDB database full is full: this origin has used up .*QuotaExceededError/);
  assert.deepEqual([full.queued, full.committed, full.history], [25, 1, '1']);
  if (quota !== undefined) {
    await quota(undefined);
    assert.deepEqual(await asked(page, 'record', 'full'), { flushed: 'undefined', queued: 0, committed: 27, history: '27' });
  }
}

/** Limits what the page's origin may store to some 20 MB, as Firefox does by its preferences; what it gives can limit it anew. */
async function limited(page) {
  if (page.context === undefined) return undefined;
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const quota = (quotaSize) => session.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize && { quotaSize }) });
  await quota(20_000_000);
  return quota;
}
