import type { EmailKind } from '../email-kinds.js';
import { type Language, supportedLanguage } from '../languages.js';
import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

/** The texts of the emails by language. They are parts of Handlebars templates, and without characters that HTML escapes. */
export const EMAIL_TEXTS: Record<Language, typeof en> = { en, de, fr, es, pt, ar };

/** A text of an email, or else the one with this name that all emails of the language share. */
export function textOf(kind: EmailKind, language: Language, name: string): string {
  const { common, [kind]: own } = EMAIL_TEXTS[language];
  const text = { ...common, ...own }[name as keyof typeof common];
  if (text === undefined) throw new Error(`The email ${kind} has no text ${name} in the language ${language}.`);
  return text;
}

/** How a sign-in began, in words. @param method as sessions name it */
export function methodInWords(method: string, locale: string): string {
  const { methods } = EMAIL_TEXTS[supportedLanguage(locale, '')];
  return methods[method as keyof typeof methods] ?? method;
}
