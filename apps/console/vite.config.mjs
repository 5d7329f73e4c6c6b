// The console as static files: npm run build writes them to dist/console.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('.'),
  base: '/console/',
  resolve: { alias: { '@latchkey/client/admin': at('../../libs/client/src/admin.ts') } },
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
      // Each file of Mantine begins with 'use client', which means nothing in a browser.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
});
