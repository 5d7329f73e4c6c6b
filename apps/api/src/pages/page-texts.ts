import type { Branding } from '@app/config';
import { type Language, supportedLanguage } from '@app/mail';
import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import pt from './texts/pt.json' with { type: 'json' };

export type PageTexts = typeof en;

/** The texts of the pages by language. Each `{{name}}` in them is replaced by a value. */
export const PAGE_TEXTS: Record<Language, PageTexts> = { en, de, fr, es, pt, ar };

const replaced = new WeakMap<Branding, Map<string, PageTexts>>();

/** The texts in a language, of which `BRANDING_DIR` replaces some. What a further language lacks is in English. */
export function textsWith(language: string, branding: Branding | undefined): PageTexts {
  const texts = PAGE_TEXTS[supportedLanguage(language, '')];
  if (!branding) return texts;
  const known = replaced.get(branding) ?? new Map<string, PageTexts>();
  replaced.set(branding, known);
  const found = known.get(language) ?? withOwn(texts, ownTexts(language, branding));
  known.set(language, found);
  return found;
}

/** As in the sign-in pages, those of `pt-BR` count for `pt`, too, if it has none itself. */
function ownTexts(language: string, { texts }: Branding): Record<string, string> {
  const [primary] = language.split('-');
  const near = [...texts.keys()].find((tag) => tag.split('-')[0] === primary);
  return texts.get(language) ?? texts.get(near ?? '') ?? {};
}

function withOwn<Node extends object>(node: Node, own: Record<string, string>, path = ''): Node {
  const entries = Object.entries(node).map(([name, value]) => {
    const key = path + name;
    return [name, typeof value === 'string' ? (own[key] ?? value) : withOwn(value, own, `${key}.`)];
  });
  return Object.fromEntries(entries);
}
