import init, { show } from './pkg/rust_page.js';

await init();
await show();
