import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

/** The `aud` of machines' tokens in the application of the guide. */
export const STOCK = 'https://stock.example.com';

/** The files of the guides of other services, name -> text. Their application also has the routes for machines. */
export function guideFiles(...guides: string[]): Map<string, string> {
  const texts = guides.map((name) => readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'));
  const files = [...texts.join('').matchAll(/```ts\n\/\/ (src\/\S+)\n(.*?)```/gs)];
  return new Map(
    files.map(([, file = '', text = '']) => [file, file === 'src/app.module.ts' ? withStock(text) : text]),
  );
}

function withStock(text: string): string {
  return `import { StockController } from './stock.controller.js';\n${text}`
    .replace("'http://localhost:3000' })", `'http://localhost:3000', machineAudience: '${STOCK}' })`)
    .replace('[OrdersController]', '[OrdersController, StockController]');
}
