import type { OperationText } from '../operation-text.js';

const KIND = { kind: 'The `kind` of an email.' };

/** What an administrator sees of the service itself. */
export const INSPECTION_OPERATIONS = {
  adminRunChecks: {
    summary: 'Check the service and what it depends on',
    description:
      'The findings of `latchkey doctor`, seen from the running service. Changes nothing. Takes at most about 30 seconds; a report is kept for 10 seconds. Scope `read`.',
  },
  adminListSettings: {
    summary: 'List the settings in force',
    description: 'With their defaults. Of a secret, only whether it is set. Scope `read`.',
  },
  adminListTemplates: {
    summary: 'List the kinds of emails',
    description: 'With the languages of their templates. Scope `read`.',
  },
  adminPreviewTemplate: {
    summary: 'Write an email with example values',
    description: 'By the templates in force, as a reader gets it. Its link and its code do not work. Scope `read`.',
    parameters: KIND,
  },
  adminShowTemplate: {
    summary: 'Show the HTML of an email with example values',
    description: 'As a page for a sandboxed frame of the console: it runs and loads nothing. Scope `read`.',
    parameters: KIND,
  },
} satisfies Record<string, OperationText>;
