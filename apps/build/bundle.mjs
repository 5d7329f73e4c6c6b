// The second step of npm run build, before keep-code.mjs: joins the built service and most of what it depends on into
// dist/latchkey.cjs, the command line into dist/cli.cjs, and each module of a thread into a file beside it. Without it, a start
// spends more than half of its time on finding and reading three thousand small modules.
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inventoryOf, packagesIn } from './inventory.mjs';
import { SEPARATE } from './production.mjs';

const SCRIPTS = import.meta.dirname;
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** What Nest and TypeORM would load if a setting asked for it, and is not installed. */
const ABSENT = [
  '@apollo/subgraph',
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@google-cloud/spanner',
  '@sap/hana-client',
  'class-transformer/storage',
  'expo-sqlite',
  'mongodb',
  'mssql',
  'oracledb',
  'pg',
  'pg-native',
  'pg-query-stream',
  'react-native-sqlite-storage',
  'redis',
  'sql.js',
  'sqlite3',
  'typeorm-aurora-data-api-driver',
];

/** The modules that run in threads of their own. */
const THREADS = ['libs/users/src/hashing/hash.worker', 'libs/users/src/zxcvbn.worker'];
const THREAD = /(new URL\('\.\/[\w-]+\.worker)\.js'/g;

/** In CommonJS there is no import.meta. */
const HERE = '__bundleUrl';
const BANNER = `const ${HERE} = require('node:url').pathToFileURL(__filename).href;`;

/** Our modules find threads and templates by their own places, which they keep. They start the joined threads. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/](?:apps|libs)[\\/].*\.js$/ }, async ({ path }) => {
      const place = JSON.stringify(`./${relative(DIST, path).replaceAll('\\', '/')}`);
      const text = await readFile(path, 'utf8');
      const joined = text.replaceAll(THREAD, "$1.cjs'");
      return { contents: joined.replaceAll('import.meta.url', `new URL(${place}, ${HERE}).href`), loader: 'js' };
    });
  },
};

/** Files of Nest that load TypeORM or class-validator by a `require` that esbuild cannot see, so each would be loaded twice. */
const OWN_REQUIRE = 'const require = createRequire(import.meta.url);';
const loadedOnce = {
  name: 'loaded-once',
  setup({ onLoad, onEnd }) {
    const changed = new Set();
    onLoad({ filter: /@nestjs[\\/](?:mapped-types|typeorm)[\\/].*\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes(OWN_REQUIRE)) return undefined;
      changed.add(path.includes('mapped-types') ? 'mapped-types' : 'typeorm');
      return { contents: text.replace(OWN_REQUIRE, ''), loader: 'js' };
    });
    onEnd(() => {
      if (changed.size !== 2) throw new Error(`Only @nestjs/${[...changed]} has a require of its own: look again.`);
    });
  },
};

/** OpenTelemetry is in a bundle of its own, which a start without it does not read. */
const LAZY = 'apps/api/src/tracing/open-telemetry';
const loadedLater = {
  name: 'loaded-later',
  setup({ onResolve }) {
    onResolve({ filter: /\/open-telemetry\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './tracing.cjs', external: true } : undefined,
    );
  },
};

/** Joins an entry of the built tree with all that it imports. Returns the metafile of esbuild. */
async function join(entry, outfile, more) {
  const { metafile } = await build({
    entryPoints: [resolve(DIST, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // A script that is run with kept code cannot call import(), so these become require().
    supported: { 'dynamic-import': false },
    target: 'node20',
    // The text stays in memory.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    sourcemap: 'linked',
    sourcesContent: false,
    external: [...SEPARATE, ...ABSENT].flatMap((name) => [name, `${name}/*`]),
    define: { 'import.meta.url': HERE },
    banner: { js: BANNER },
    logLevel: 'warning',
    metafile: true,
    ...more,
  });
  return metafile;
}

/** Writes the bundle of an entry, and the script that starts it. */
async function write(entry, name) {
  const metafile = await join(entry, resolve(DIST, `${name}.cjs`), { plugins: [ownPlaces, loadedOnce, loadedLater] });
  await copyFile(resolve(SCRIPTS, 'launch.mjs'), resolve(DIST, `${name}.js`));
  await chmod(resolve(DIST, `${name}.js`), 0o755);
  return metafile;
}

await copyFile(resolve(SCRIPTS, 'compiled.mjs'), resolve(DIST, 'compiled.js'));
const written = [
  write('apps/api/src/main.js', 'latchkey'),
  write('apps/cli/src/main.js', 'cli'),
  // ES modules, of which only the used parts are joined.
  join(`${LAZY}.js`, resolve(DIST, 'tracing.cjs'), { plugins: [ownPlaces], mainFields: ['module', 'main'] }),
  ...THREADS.map((name) =>
    join(`${name}.js`, resolve(DIST, `${name}.cjs`), { plugins: [ownPlaces], mainFields: ['module', 'main'] }),
  ),
];
await writeFile(resolve(DIST, 'third-party.txt'), await inventoryOf(packagesIn(await Promise.all(written))));
