import { en } from './en.js';

/** The texts of a sign-in and of all errors, in each language, which is loaded when it is needed. */
export const SIGN_IN_TEXTS = {
  en: async () => en,
  ar: async () => (await import('./ar.js')).ar,
  de: async () => (await import('./de.js')).de,
  es: async () => (await import('./es.js')).es,
  fr: async () => (await import('./fr.js')).fr,
  pt: async () => (await import('./pt.js')).pt,
};
