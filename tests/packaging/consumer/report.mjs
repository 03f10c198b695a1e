import { smoke } from './smoke.mjs';

/** Runs the smoke script and says on the page how it went. */
export function report(entries) {
  const say = (text) => {
    document.getElementById('outcome').textContent = text;
  };
  smoke(entries).then(
    () => say('ok'),
    (error) => say(String(error.stack ?? error)),
  );
}
