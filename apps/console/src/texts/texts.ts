import en from './en.json';

/** All texts of the console. */
export const t = en;

/** A text with its `{places}` filled. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The text for a name that the API sends, or the name itself. */
export function named(texts: Record<string, string>, name: string): string {
  return texts[name] ?? name;
}
