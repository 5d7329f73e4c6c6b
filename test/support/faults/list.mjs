import { readFileSync } from 'node:fs';

/** What a fault changes, in list.txt: the lines with `-` are in the code once, and those with `+` take their place. */
const CHANGE = /(?:and in (?<file>.+)\n)?(?<removed>(?:-.*\n)+)(?<added>(?:\+.*\n)+)/g;

/**
 * The faults of list.txt, below the name of their file: what it is, in brackets the specs that should find it, and the only
 * database that shows it, if there is one. A second change is for what two places protect.
 */
export const FAULTS = [];

let file;
for (const part of readFileSync(new URL('list.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')) {
  const [first, ...rest] = part.split('\n');
  if (rest.length === 0) {
    file = first;
    continue;
  }
  const [, what, specs, database] = /^(.+) \[(.+)\](?: on (mysql|postgres|sqlite))?$/.exec(first) ?? [];
  if (what === undefined) throw new Error(`No fault: ${first}`);
  const changes = [...`${rest.join('\n')}\n`.matchAll(CHANGE)].map(({ groups }) => ({
    file: groups.file ?? file,
    text: unmarked(groups.removed),
    replacement: unmarked(groups.added),
  }));
  FAULTS.push({ what, specs: specs.split(', '), database, changes });
}

function unmarked(lines) {
  return lines.trimEnd().replace(/^[-+] ?/gm, '');
}
