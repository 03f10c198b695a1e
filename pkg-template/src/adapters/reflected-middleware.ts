// The third specification is in the provider package of both majors of the AI SDK.
import type { LanguageModelV3, LanguageModelV3CallOptions as Options } from '@ai-sdk/provider';
import type { LanguageModelMiddleware } from 'ai';
import { reflected } from './reflected.js';
import type { ReflectedOptions } from './reflected-types.js';

/** `reflected` for `wrapLanguageModel`. */
export function reflectedMiddleware(options: ReflectedOptions): LanguageModelMiddleware {
  type Asked = { model: LanguageModelV3; params: Options };
  const wrap = (how: 'doGenerate' | 'doStream') => (call: Asked) => reflected(call.model, options)[how](call.params);
  return { wrapGenerate: wrap('doGenerate'), wrapStream: wrap('doStream') } as unknown as LanguageModelMiddleware;
}
