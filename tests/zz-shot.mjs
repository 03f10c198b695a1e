import { chromium } from 'playwright-core';
import { serve } from './browser/serve.mjs';
const server = await serve(new URL('../target/', import.meta.url).pathname, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src *");
const browser = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--headless','--no-sandbox'] });
const page = await browser.newPage();
page.on('console', m=>m.type()==='error'&&console.log('console', m.text())); page.on('pageerror', e=>console.log('pageerror', e.message));
for (const s of process.argv[2].split(',')) {
  for (const [w,scheme] of (process.argv[3]??'1280').split(',').map(x=>x.split(':'))) {
    await page.setViewportSize({width:+w,height:900}); await page.emulateMedia({colorScheme:scheme??'light'});
    await page.goto(server.url+'/site/playground.html#scenario='+s); await page.reload();
    await page.waitForTimeout(+(process.argv[4]??4000));
    console.log(s, w, await page.evaluate(()=>[document.getElementById('outcome').textContent, document.getElementById('if-outcome').textContent, document.documentElement.scrollWidth-innerWidth]));
    await page.screenshot({path:`/tmp/shot-${s}-${w}-${scheme??'light'}.png`, fullPage:true});
  }
}
console.log(server.missing);
await browser.close(); await server.close();
