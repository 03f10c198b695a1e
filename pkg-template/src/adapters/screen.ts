// Drafts as reasoning in the stream of `reflected`, while they are written.

import type { JSONObject, LanguageModelV3StreamPart as Piece } from '@ai-sdk/provider';
import type { Screen } from '../types.js';

/** Reasoning parts whose `providerMetadata.reflect` says which draft it is and, at its end, what was said of it. */
export function asReasoning(give: (piece: Piece) => void): Screen['draft'] {
  const open = new Set<number>();
  return (draft, status, { delta = '', ...told }) => {
    const id = `draft-${draft}`;
    const providerMetadata = { reflect: { draft, status, ...told } as JSONObject };
    if (status !== 'writing') return open.delete(draft) && give({ type: 'reasoning-end', id, providerMetadata });
    if (!open.has(draft)) give({ type: 'reasoning-start', id, providerMetadata });
    open.add(draft);
    give({ type: 'reasoning-delta', id, delta });
  };
}
