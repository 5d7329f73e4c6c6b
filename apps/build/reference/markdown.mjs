// Markdown that GitHub and VitePress show alike.

/** A Markdown text in which only code spans and links have a meaning: VitePress would read HTML and `{{` in the rest. */
export function prose(text) {
  const parts = text.split(/(`[^`]*`)/);
  return parts.map((part, index) => (index % 2 === 1 ? part : escaped(part))).join('');
}

function escaped(text) {
  return text.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;').replaceAll('*', '\\*');
}

/** A text that is no Markdown: the names of settings and the URLs in it become code. */
export function plain(text) {
  const marked = text.replace(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\S+:\/\/[^\s,;)]+(?:,\S+:\/\/[^\s,;)]+)*/g, '`$&`');
  return prose(marked.replace(/(?<!`)\b_|_\b(?!`)/g, '\\_'));
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const code = (text) => `\`${text}\``;

/** The anchor of a heading, as GitHub makes it and the site, too. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** A heading of an item. */
export const item = (heading) => `### ${code(heading)}`;

/** A table with these columns. Each row has a Markdown text for each of them. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A page of parts. Empty ones are left out. */
export function page(title, ...parts) {
  const origin = '<!-- Made from the code by `npm run docs:reference`. Change the code, not this file. -->';
  const all = [origin, `# ${title}`, ...parts.flat(Number.POSITIVE_INFINITY)];
  return `${all.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
