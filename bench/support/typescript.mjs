import { buildSync } from 'esbuild';

/** A TypeScript module of the tests. */
export async function importTypeScript(url) {
  const { outputFiles } = buildSync({
    entryPoints: [url.pathname],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
