// The section of a version in CHANGELOG.md.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const CHANGELOG = resolve(import.meta.dirname, '../../../CHANGELOG.md');
const RELATIVE_LINK = /\]\((?![a-z]+:|#)([^)\s]+)\)/g;

/** Whether the heading of a version has the date of its release. */
export function isDated(version) {
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`, 'm');
  return heading.test(readFileSync(CHANGELOG, 'utf8'));
}

/** The text below the heading of a version; undefined if it has none. */
function sectionOf(version) {
  const [, ...sections] = readFileSync(CHANGELOG, 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  return section?.slice(section.indexOf('\n')).trim();
}

/** The changes of a release, or else the unreleased ones. Their links lead to the files of the tag, because they are read elsewhere. */
export function changesOf(version, repository) {
  const changes = sectionOf(version) ?? sectionOf('Unreleased') ?? '';
  const files = `${repository}/blob/v${version}/`;
  return `${repository ? changes.replaceAll(RELATIVE_LINK, (_link, path) => `](${files}${path})`) : changes}\n`;
}
