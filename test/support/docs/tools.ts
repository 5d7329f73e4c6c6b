import { DATABASE } from '../database.js';
import { has } from '../machine.mjs';

/** What the documents use. */
const TOOLS = ['bash', 'curl', 'jq', 'openssl', ...(DATABASE === 'mysql' ? ['mysql', 'mysqldump'] : [])];

/** Whether the documents can be followed on this machine. */
export const HAS_TOOLS = TOOLS.every(has);
