// The documents outside this folder, as pages of the site.
import { readFileSync } from 'node:fs';
import { PROJECT, ROOT } from '../.vitepress/pages.mjs';

export default {
  watch: Object.values(PROJECT).map((file) => ROOT + file),
  paths: () =>
    Object.entries(PROJECT).map(([document, file]) => ({
      params: { document },
      content: readFileSync(ROOT + file, 'utf8'),
    })),
};
