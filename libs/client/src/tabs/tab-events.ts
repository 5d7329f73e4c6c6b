import { defaultStorage, type TokenStorage } from './storage.js';

/**
 * Calls `onChange` when another tab may have changed the session. Returns a function that notifies the other tabs:
 * `localStorage` notifies them itself; other storages use a channel, which carries no tokens.
 */
export function listenToTabs(key: string, storage: TokenStorage | undefined, onChange: () => void): () => void {
  if (typeof document === 'undefined' || storage === undefined) return () => undefined;
  // A page from the back/forward cache has missed all events.
  addEventListener('pageshow', onChange);
  if (storage === defaultStorage()) {
    addEventListener('storage', onChange);
    return () => undefined;
  }
  const channel = new BroadcastChannel(key);
  channel.onmessage = onChange;
  return () => channel.postMessage('');
}
