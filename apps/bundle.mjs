// The last step of npm run build: joins the built service and most of what it depends on into dist/latchkey.js, and the
// command line into dist/cli.js. Without it, a start spends more than half of its time on finding and reading three
// thousand small modules.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const SERVICE = resolve(DIST, 'latchkey.js');
const CLI = resolve(DIST, 'cli.js');

/** What is loaded by name, or by others of these, so that two of it would be about; and what finds files beside its own. */
const SEPARATE = [
  '@node-rs/bcrypt',
  'bcryptjs',
  'better-sqlite3',
  'class-transformer',
  'class-validator',
  'handlebars',
  'ioredis',
  'mysql2',
  'nodemailer',
  'pino',
  'pino-pretty',
  'piscina',
  'prom-client',
  'swagger-ui-dist',
  'typeorm',
];
/** What Nest would load if it were asked for, and is not installed. */
const ABSENT = [
  '@apollo/subgraph',
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
];

/** CommonJS modules ask for those of Node by this. */
const REQUIRE = `import { createRequire as requireBeside } from 'node:module';
const require = requireBeside(import.meta.url);`;

/** Our modules find threads and templates by their own places, which they keep. */
const ownPlaces = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/](?:apps|libs)[\\/].*\.js$/ }, async ({ path }) => {
      const place = JSON.stringify(`./${relative(DIST, path).replaceAll('\\', '/')}`);
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), loader: 'js' };
    });
  },
};

/** Joins an entry of the built tree with all that it imports. */
async function join(entry, outfile) {
  const { outputFiles } = await build({
    entryPoints: [resolve(DIST, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // The log, the OpenAPI document and the database go by the names of classes.
    keepNames: true,
    // The text stays in memory.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    sourcemap: 'linked',
    sourcesContent: false,
    external: [...SEPARATE, ...ABSENT].flatMap((name) => [name, `${name}/*`]),
    banner: { js: REQUIRE },
    plugins: [ownPlaces],
    logLevel: 'warning',
    write: false,
  });
  for (const { path, text } of outputFiles) await writeFile(path, path === outfile ? classesNamed(text) : text);
}

await Promise.all([join('apps/api/src/main.js', SERVICE), join('apps/cli/src/main.js', CLI)]);
await chmod(CLI, 0o755);

/** esbuild names functions by the same call as classes; nobody goes by their names, and reads were a tenth slower for it. */
function classesNamed(text) {
  const [helper, call] = ['__name=(target,value)=>', 'static{__name(this,'];
  if (text.split(helper).length !== 2 || !text.includes(call)) throw new Error('esbuild gives names in another way.');
  return text
    .replace(helper, '__name=target=>target,__nameClass=(target,value)=>')
    .replaceAll(call, 'static{__nameClass(this,');
}
