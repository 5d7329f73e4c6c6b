import { account, events } from './en.js';

/** The texts of an account, in each language, which is loaded when it is needed. */
export const ACCOUNT_TEXTS = {
  en: async () => account,
  ar: async () => (await import('./ar.js')).account,
  de: async () => (await import('./de.js')).account,
  es: async () => (await import('./es.js')).account,
  fr: async () => (await import('./fr.js')).account,
  pt: async () => (await import('./pt.js')).account,
};

/** What happened in an account, likewise. */
export const EVENT_TEXTS = {
  en: async () => events,
  ar: async () => (await import('./ar.js')).events,
  de: async () => (await import('./de.js')).events,
  es: async () => (await import('./es.js')).events,
  fr: async () => (await import('./fr.js')).events,
  pt: async () => (await import('./pt.js')).events,
};
