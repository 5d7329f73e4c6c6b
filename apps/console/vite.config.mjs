// The console as static files: npm run build writes them to dist/console.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { foldersOf, inventoryOf } from '../build/inventory.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Writes the licences of the packages that the console contains beside it. */
const inventory = {
  name: 'inventory',
  async generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => Object.entries(chunk.modules ?? {}));
    const used = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([path]) => path);
    this.emitFile({ type: 'asset', fileName: 'third-party.txt', source: await inventoryOf(foldersOf(used)) });
  },
};

/** Each file of Mantine begins with 'use client', which means nothing in a browser; and how long a plugin takes depends on the machine. */
const QUIET = ['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS'];

export default defineConfig({
  plugins: [inventory],
  root: at('.'),
  base: '/console/',
  resolve: {
    alias: [
      { find: /^@latchkey\/client$/, replacement: at('../../libs/client/src/index.ts') },
      { find: /^@latchkey\/client\/(\w+)$/, replacement: at('../../libs/client/src/$1.ts') },
      { find: /^@latchkey\/elements$/, replacement: at('../../libs/elements/src/index.ts') },
    ],
  },
  build: {
    outDir: at('../../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows images only from the service and as data, and no fonts or scripts as data.
    assetsInlineLimit: 0,
    // Browsers with ES modules, for which the polyfill is made, preload modules themselves.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onLog: (level, log, handle) => !QUIET.includes(log.code) && handle(level, log),
    },
  },
});
