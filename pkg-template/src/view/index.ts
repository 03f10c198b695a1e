/**
 * `view.html`, the page that shows runs and trends, filled with data.
 *
 * @packageDocumentation
 */

import { describeWrongKind } from '../check/kind.js';
import { ReflectError } from '../error.js';

export type { LiveMessage } from './run.js';

/** By which the policy of the page begins. */
const POLICY = "content=\"default-src 'none'";

/** The place of the page that what it shows at first is behind. */
const PLACE = '<script id="data" type="application/json">';

/**
 * The text of `view.html` with data in it: a trace, a result, rows of a store, or a list of these. Throws `invalid_task` for another
 * page, and for data that JSON cannot hold.
 */
export function embedded(page: string, data: unknown): string {
  if (typeof page !== 'string' || !page.includes(PLACE))
    throw new ReflectError('invalid_task', describeWrongKind('`page`', 'the text of reflect-engine/view.html', page));
  // A line an item: the page reads them one by one.
  const json = Array.isArray(data)
    ? `[\n${data.map((item) => JSON.stringify(item) ?? 'null').join(',\n')}\n]`
    : JSON.stringify(data);
  if (json === undefined) throw new ReflectError('invalid_task', describeWrongKind('`data`', 'JSON', data));
  // No end of the element, and no beginning of a comment.
  return page.replace(PLACE, () => `${PLACE}${json.replaceAll('<', '\\u003c')}`);
}

/** Paths that a server answers beside the page. */
export interface ServedAt {
  /** Running runs, as `npx reflect-engine view --live` answers them. */
  runs?: string;
  /** Where the paths of an `evalHandler` begin: `../` for its own `/evals/view`. */
  evals?: string;
}

/** The page for a server, which is the only one that it may ask. Throws as {@link embedded}. */
export function served(page: string, live: ServedAt): string {
  return embedded(page, { live }).replace(POLICY, `${POLICY}; connect-src 'self'`);
}
