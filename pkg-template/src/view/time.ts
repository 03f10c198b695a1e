/** A time in the reader's zone, to the minute: `2026-02-10 15:00`. */
export function when(time: number | string): string {
  return new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}

/** The name of the reader's zone: `Europe/Berlin`. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
