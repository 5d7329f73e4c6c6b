import { defaultStorage, type TokenStorage } from './storage.js';

/**
 * Calls `look` when another tab may have changed the session. Answers with how to tell the others: `localStorage` does
 * so by itself; for any other storage it goes through a channel, which carries no tokens.
 */
export function watchTabs(key: string, storage: TokenStorage | undefined, look: () => void): () => void {
  if (typeof document === 'undefined' || storage === undefined) return () => undefined;
  // A page that comes back from the browser's cache has missed what happened meanwhile.
  addEventListener('pageshow', look);
  if (storage === defaultStorage()) {
    addEventListener('storage', look);
    return () => undefined;
  }
  const channel = new BroadcastChannel(key);
  channel.onmessage = look;
  return () => channel.postMessage('');
}
