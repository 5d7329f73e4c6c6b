import { en } from './en.js';

/** What happened in an account, in each language, which is loaded when it is needed. */
export const EVENT_TEXTS = {
  en: async () => en,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  pt: async () => (await import('./pt.js')).pt,
};
