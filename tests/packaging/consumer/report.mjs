import { smoke } from './smoke.mjs';

/** Runs the smoke script and leaves the outcome where the driver reads it. */
export function report(entries) {
  smoke(entries).then(
    () => document.documentElement.setAttribute('data-outcome', 'ok'),
    (error) => document.documentElement.setAttribute('data-outcome', String(error.stack ?? error)),
  );
}
