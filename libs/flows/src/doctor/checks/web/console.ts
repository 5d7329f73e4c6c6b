import { type Check, type Finding, ok, warn } from '../check.js';

/** Checks that the cookie of the console is encrypted on its way, and that the pages find their files. */
export const consolePages: Check = {
  name: 'console',
  settings: ['CONSOLE', 'BASE_URL', 'PORT', 'NODE_ENV'],
  run: async ({ env: { console, production, baseUrl } }) => {
    if (!console) return ok('CONSOLE=off');
    const { protocol, pathname } = new URL(baseUrl);
    const findings: Finding[] = [];
    if (production && protocol !== 'https:') {
      findings.push(
        ...warn(
          'CONSOLE=on without https: the cookie of an administrator can be read on the way',
          'use https:// in BASE_URL, or CONSOLE=off',
        ),
      );
    }
    if (pathname !== '/') {
      findings.push(
        ...warn(
          `CONSOLE=on, but its pages find no files below ${pathname}`,
          'use a BASE_URL without a path, or CONSOLE=off',
        ),
      );
    }
    return findings.length > 0 ? findings : ok(`CONSOLE=on, at ${baseUrl}/console`);
  },
};
