// The packages of the service as CycloneDX: those that npm ci installs in its archive, and those whose code is in the bundles.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressesIn } from '../../../libs/addresses.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const DEVELOPMENT = 'cdx:npm:package:development';
/** The lists that the build writes of the packages in its bundles. */
const LISTS = ['dist/third-party.txt', 'dist/console/third-party.txt', 'dist/pages/third-party.txt'];

/** @param installed the packages that npm ci installs, such as `piscina@5.3.2` */
export function inventory(installed, repository) {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const all = JSON.parse(execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }));
  const bundled = new Set(LISTS.flatMap(packagesIn));
  const shipped = new Set([...installed, ...bundled]);
  const components = all.components.filter((each) => shipped.has(titleOf(each)));
  const found = new Set(components.map(titleOf));
  const unknown = [...shipped].filter((title) => !found.has(title));
  if (unknown.length > 0)
    throw new Error(`package-lock.json lacks ${unknown.join(', ')}: run npm ci, then npm run build.`);
  const { component, ...metadata } = all.metadata;
  const refs = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  return {
    ...all,
    metadata: { ...metadata, component: { ...component, name: '@latchkey/server', ...referencesOf(repository) } },
    components: components.map((each) => asShipped(each, installed.includes(titleOf(each)))),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/** The name and the version. `name` of npm can be the alias of a package. */
const titleOf = (component) => component['bom-ref'];

/** The lock file of the repository says what is for development only there, which the bundles may contain. */
function asShipped({ properties = [], ...npms }, isInstalled) {
  const component = { ...npms, name: titleOf(npms).replace(/(?<=.)@.*/, '') };
  const others = properties.filter(({ name }) => name !== DEVELOPMENT);
  if (isInstalled) return { ...component, properties: others };
  return { ...component, scope: 'required', properties: [...others, { name: 'latchkey:bundled', value: 'true' }] };
}

/** The packages in a list, such as `@nestjs/core@12.5.1`. */
function packagesIn(list) {
  const [titles] = readFileSync(join(ROOT, list), 'utf8').split('\n\n');
  return titles
    .trim()
    .split('\n')
    .map((line) => line.replace(/ .*$/, ''));
}

function referencesOf(repository) {
  if (!repository) return {};
  const { homepage, bugs, repository: own } = addressesIn(repository);
  const references = { vcs: own.url, website: homepage, 'issue-tracker': bugs.url };
  return { externalReferences: Object.entries(references).map(([type, url]) => ({ type, url })) };
}
