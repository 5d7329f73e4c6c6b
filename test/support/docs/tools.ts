import { spawnSync } from 'node:child_process';
import { DATABASE } from '../database.js';

/** What readers are told to use. */
const TOOLS = ['bash', 'curl', 'jq', 'openssl', ...(DATABASE === 'mysql' ? ['mysql', 'mysqldump'] : [])];

const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);

/** Whether documents can be followed on this machine; where tests are to be whole, they must be. */
export const HAS_TOOLS = missing.length === 0;

if (!HAS_TOOLS) {
  process.stderr.write(`\nNot in PATH: ${missing.join(', ')}. THE COMMANDS OF THE DOCUMENTS ARE NOT RUN.\n\n`);
  if (process.env.CI === 'true') throw new Error(`These are missing: ${missing.join(', ')}`);
}
