// What judges say is for nobody who watches an agent of LangChain or a graph.

import { callbackHandlerPrefersStreaming } from '@langchain/core/callbacks/base';
import type { RunnableConfig } from '@langchain/core/runnables';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';

/**
 * Options of a call that no stream shows. The tag is LangChain's own; `streamEvents` does not read it, so the handlers behind streams are
 * left out, too. Tracers and a user's own callbacks still see the call, with its tag.
 */
export function hideFromStreams(): Pick<RunnableConfig, 'tags' | 'callbacks'> {
  const tags = ['nostream'];
  const { callbacks } = currentConfig();
  if (callbacks === undefined || Array.isArray(callbacks)) return { tags };
  const others = callbacks.copy();
  for (const handler of callbacks.handlers) if (callbackHandlerPrefersStreaming(handler)) others.removeHandler(handler);
  return { tags, callbacks: others };
}

/** Runs a function inside which no call of LangChain is shown by a stream. */
export function runHidden<R>(run: () => Promise<R>): Promise<R> {
  return AsyncLocalStorageProviderSingleton.runWithConfig({ ...currentConfig(), ...hideFromStreams() }, run);
}

/** The config of the node that runs. */
function currentConfig(): RunnableConfig {
  return (AsyncLocalStorageProviderSingleton.getRunnableConfig() ?? {}) as RunnableConfig;
}
