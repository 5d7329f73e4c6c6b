import { DATABASE } from '../database/database.js';
import { has } from '../run/machine.mjs';

/** The programs that the documents use. */
const TOOLS = ['bash', 'curl', 'jq', 'openssl', ...(DATABASE === 'mysql' ? ['mysql', 'mysqldump'] : [])];

/** Whether the documents can be run on this machine. */
export const HAS_TOOLS = TOOLS.every(has);
