// The packages of the service as CycloneDX: those that npm ci --omit=dev installs, and those whose code is in the bundles.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addressesIn } from '../../../libs/addresses.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');
const DEVELOPMENT = 'cdx:npm:package:development';
/** The lists that the build writes of the packages in its bundles. */
const LISTS = ['dist/third-party.txt', 'dist/console/third-party.txt'];

export function inventory(repository) {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const all = JSON.parse(execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }));
  const bundled = new Set(LISTS.flatMap(packagesIn));
  const components = all.components.filter((each) => !isForDevelopment(each) || bundled.has(titleOf(each)));
  const found = new Set(components.map(titleOf));
  const unknown = [...bundled].filter((title) => !found.has(title));
  if (unknown.length > 0)
    throw new Error(`package-lock.json lacks ${unknown.join(', ')}: run npm ci, then npm run build.`);
  const { component, ...metadata } = all.metadata;
  const refs = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  return {
    ...all,
    metadata: { ...metadata, component: { ...component, name: '@latchkey/server', ...referencesOf(repository) } },
    components: components.map(asShipped),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/** The name and the version. `name` of npm can be the alias of a package. */
const titleOf = (component) => component['bom-ref'];
const isForDevelopment = ({ properties = [] }) => properties.some(({ name }) => name === DEVELOPMENT);

/** A bundled package is for development only by the lock file. */
function asShipped(npms) {
  const component = { ...npms, name: titleOf(npms).replace(/(?<=.)@.*/, '') };
  if (!isForDevelopment(component)) return component;
  const properties = component.properties.filter(({ name }) => name !== DEVELOPMENT);
  return { ...component, scope: 'required', properties: [...properties, { name: 'latchkey:bundled', value: 'true' }] };
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
