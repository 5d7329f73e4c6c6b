// Lists the packages in the bundles, with their licences: an installation for production has no other trace of them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENCE = /^(?:licen[cs]e|copying)\b/i;

/** The folders of the packages from which esbuild took a part, by the metafiles of the builds. */
export function packagesIn(metafiles) {
  const parts = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs));
  const used = parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return foldersOf(used.map(([path]) => path));
}

/** The folders of the packages to which these files belong. */
export function foldersOf(paths) {
  return [...new Set(paths.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []))].sort();
}

/** One line for each package, then the text of each licence. */
export async function inventoryOf(folders) {
  const described = await Promise.all(folders.map(describe));
  const packages = [...new Map(described.map((each) => [each.title, each])).values()].sort(byTitle);
  const lines = packages.map(({ title }) => `${title}\n`).join('');
  return `${lines}${packages.map(({ title, text }) => `\n--- ${title}\n\n${text}\n`).join('')}`;
}

const byTitle = (one, other) => (one.title < other.title ? -1 : 1);

async function describe(folder) {
  const { name, version, license = 'licence below' } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => LICENCE.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return { title: `${name}@${version} ${license}`, text: texts.join('\n').trim() };
}
