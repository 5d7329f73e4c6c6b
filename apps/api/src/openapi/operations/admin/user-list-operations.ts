import type { OperationText } from '../operation-text.js';

/** What the admin API does with all users of a list. */
export const USER_LIST_OPERATIONS = {
  adminListUsersCsv: {
    summary: 'Write a list of users as CSV',
    description:
      'All pages of the list, in UTF-8. A cell that a spreadsheet would run as a formula begins with an apostrophe. Recorded in an event. Scope `export`.',
  },
  adminChangeUsers: {
    summary: 'Do the same with all users of a filter',
    description:
      'Ends sessions, requires a second factor or disables, for at most `limit` users in a call: continue with `next_cursor` while `has_more` is true. At least one filter must be given. Each user is changed alone, so that the same calls from the beginning complete what was interrupted. Scopes `write` and `read`.',
  },
} satisfies Record<string, OperationText>;
