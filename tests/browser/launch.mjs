import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nothing but the page: no sandbox (tests may run as root), no traffic of the browser's own. */
const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

const FIREFOX_PREFERENCES = {
  // KiB. A fifth of it is the most that one origin may store, so that a page can reach the end of it.
  'dom.quotaManager.temporaryStorage.fixedLimit': 102_400,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
};

/** What says nothing for so long hangs, on a machine that does other things too. */
export const PATIENCE_MS = 120_000;

/** Starts a browser: `{ version, newPage(), close() }`, where a page knows `goto`, `evaluate` and `on`. Pages share what they store. */
export const launch = {
  async chromium(executablePath) {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    return { version: browser.version(), newPage: () => context.newPage(), close: () => browser.close() };
  },

  async firefox(executablePath) {
    const { default: puppeteer } = await import('puppeteer-core');
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      extraPrefsFirefox: FIREFOX_PREFERENCES,
    });
    const version = (await browser.version()).replace(/^firefox\//, '');
    const newPage = async () => {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      return page;
    };
    return { version, newPage, close: () => browser.close() };
  },
};

/** A browser of either kind that keeps what its pages store in a folder, and can be killed. */
export async function launchIn(folder, kind, executablePath) {
  const { default: puppeteer } = await import('puppeteer-core');
  // puppeteer puts both away when it finds one of them.
  const preferences = kind === 'firefox' ? ['prefs.js', 'user.js'].map((name) => join(folder, name)) : [];
  for (const file of preferences) await appendFile(file, '');
  const own = kind === 'firefox' ? { extraPrefsFirefox: FIREFOX_PREFERENCES } : { args: CHROMIUM_FLAGS };
  const browser = await puppeteer.launch({
    browser: kind === 'firefox' ? 'firefox' : 'chrome',
    executablePath,
    headless: true,
    userDataDir: folder,
    ...own,
  });
  const child = browser.process();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    version: (await browser.version()).replace(/^\w+\//, ''),
    newPage: () => browser.newPage(),
    close: () => browser.close(),
    /** Gives it no time to write anything. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
      // puppeteer puts the files back after that, and nobody may start another one meanwhile.
      while (preferences.some((file) => existsSync(`${file}.puppeteer`))) await sleep(10);
    },
  };
}
