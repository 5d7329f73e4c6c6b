import type { Language } from '@app/mail';
import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

export type PageTexts = typeof en;

/** The texts of the pages by language. Each `{{name}}` in them is replaced by a value. */
export const PAGE_TEXTS: Record<Language, PageTexts> = { en, de, fr, es, pt, ar };
