// `view --live`: a page of this machine alone that follows the traces of a folder while they are written.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { numbered } from './table.mjs';

/** `reflect-engine view --live`, and the address that it prints. */
export async function serving(cli, ...args) {
  const child = spawn(process.execPath, [cli, 'view', '--live', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { url: line.trim(), end: () => once(child.kill(), 'exit').catch(() => {}), child };
}

/** The status and the text of an answer. */
export function asked(url, { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (response) => {
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part;
      resolve({ status: response.statusCode, headers: response.headers, text });
    });
    sent.on('error', reject).end();
  });
}

export const live = ({ visit, until, press, isAccessible, messages, trace, folder, cli }) => ({
  async 'runs of a folder are followed while they are written'() {
    const place = join(folder, 'runs');
    await mkdir(place);
    await writeFile(join(place, 'other.json'), '{"a": 1}');
    await writeFile(join(folder, 'secret.json'), '{}');
    const { url, child } = await serving(cli, place);
    try {
      const { page, faults } = await visit(url);
      await until(page, ({ text }) => text.includes('Nothing was written yet.'));
      await writeFile(join(place, 'one.json'), JSON.stringify(numbered(1)));
      await until(page, ({ outcome }) => outcome === 'Accepted by the critic');
      const file = join(place, 'two.jsonl');
      const half = messages.findIndex(({ draft }) => draft?.draftIndex === 1) + 3;
      const lines = messages.map((message) => `${JSON.stringify(message)}\n`);
      await writeFile(file, lines.slice(0, half).join('') + lines[half].slice(0, 20));
      await press(page, 'All');
      await until(page, ({ text }) => /2 runs.*running/s.test(text));
      await page.evaluate(() => document.querySelectorAll('th[scope=row] button')[1].click());
      await until(page, ({ outcome, text }) => outcome === 'Running…' && text.includes('The air scatters'));
      await appendFile(file, lines[half].slice(20) + lines.slice(half + 1, -1).join(''));
      await until(page, ({ drafts }) => drafts.length === 3);
      await writeFile(file, JSON.stringify(trace));
      await until(page, ({ outcome, calls }) => outcome === 'Accepted by the critic' && calls === trace.calls.length);
      await isAccessible(page, 'a live run');
      assert.deepEqual(faults, []);
      const statuses = await Promise.all([
        asked(url),
        asked(url, { headers: { host: 'evil.example' } }),
        asked(url, { method: 'POST' }),
        asked(`${url}run?file=../secret.json`),
        asked(`${url}run?file=one.json`),
        asked(`${url}etc/passwd`),
      ]);
      assert.deepEqual(
        statuses.map(({ status }) => status),
        [200, 403, 405, 404, 200, 404],
      );
      assert.match(statuses[0].text, /default-src 'none'; connect-src 'self'/);
      assert.equal(statuses[4].headers['cross-origin-resource-policy'], 'same-origin');
      await rm(join(place, 'one.json'));
      await until(page, ({ calls, hasBack }) => calls === trace.calls.length && !hasBack);
      await page.close();
    } finally {
      child.kill();
    }
  },
});
