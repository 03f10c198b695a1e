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
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
};

/** Starts a browser: `{ version, newPage(), close() }`, where a page knows `goto`, `evaluate` and `on`. */
export const launch = {
  async chromium(executablePath) {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    return { version: browser.version(), newPage: () => browser.newPage(), close: () => browser.close() };
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
    return { version, newPage: () => browser.newPage(), close: () => browser.close() };
  },
};
