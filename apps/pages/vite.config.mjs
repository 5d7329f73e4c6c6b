// The sign-in pages as static files: npm run build writes them to dist/pages.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { defineConfig } from 'vite';
import { foldersOf, inventoryOf } from '../build/inventory.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const client = (entry) => at(`../../libs/client/src/${entry}.ts`);
const elements = (entry) => at(`../../libs/elements/src/${entry}.ts`);

/** Writes the licences of the packages that the pages contain beside them. */
const inventory = {
  name: 'inventory',
  async generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => Object.entries(chunk.modules ?? {}));
    const used = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([path]) => path);
    this.emitFile({ type: 'asset', fileName: 'third-party.txt', source: await inventoryOf(foldersOf(used)) });
  },
};

/** `@latchkey/client` as one file, for pages of products that have no build of their own. */
const clientFile = {
  name: 'client-file',
  async generateBundle() {
    const options = { bundle: true, format: 'esm', minify: true, target: 'es2022', write: false };
    const { outputFiles } = await build({ ...options, entryPoints: [client('index')] });
    this.emitFile({ type: 'asset', fileName: 'client.js', source: outputFiles[0].contents });
  },
};

export default defineConfig({
  plugins: [inventory, clientFile],
  root: at('.'),
  // Relative, since the service can have a path of its own at its host.
  base: './',
  resolve: {
    alias: [
      { find: /^@latchkey\/client$/, replacement: client('index') },
      { find: /^@latchkey\/client\/passkeys$/, replacement: client('passkeys') },
      { find: /^@latchkey\/client\/external$/, replacement: client('external') },
      { find: /^@latchkey\/elements$/, replacement: elements('index') },
      { find: /^@latchkey\/elements\/account$/, replacement: elements('account') },
    ],
  },
  build: {
    outDir: at('../../dist/pages'),
    // The pages are at /sign-in and /account, their files in /pages.
    assetsDir: 'pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { onLog: (level, log, handle) => log.code !== 'PLUGIN_TIMINGS' && handle(level, log) },
  },
});
