import { commandLine } from '@app/config';
/** The message for a link to the console that is unknown, used or expired. */
export const SPENT_LINK = `This link has been used, or is older than five minutes. Make a new one with: ${commandLine('console-link')}`;
