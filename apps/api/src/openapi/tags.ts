/** The groups of endpoints, in the order in which the documentation page shows them. */
export const TAGS = [
  { name: 'Accounts', description: 'Create, read, change and delete the own account.' },
  { name: 'Sessions', description: 'Sign in and out, refresh tokens, and end sessions on other devices.' },
  { name: 'Passwords', description: 'Change or reset the own password.' },
  { name: 'Second factors', description: 'Authenticator apps, recovery codes, and the second step of a sign-in.' },
  { name: 'Links', description: 'Letters with links that sign in or verify an email, and the targets of these links.' },
  { name: 'Admin: users', description: 'Search, create, change, disable and delete users.' },
  { name: 'Admin: sessions', description: 'List and end the sessions of a user.' },
  { name: 'Admin: links', description: 'Create links without mailing them.' },
  { name: 'Admin: import and export', description: 'Move users in and out as NDJSON, in any number.' },
  { name: 'Admin: events', description: 'The event log.' },
  { name: 'Admin: messages', description: 'The letters in the outbox.' },
  { name: 'Admin: statistics', description: 'Counts of users, sessions and letters.' },
  { name: 'Admin: keys', description: 'The keys that sign access tokens.' },
  { name: 'Admin: tokens', description: 'The tokens of administrators.' },
  { name: 'For other services', description: 'Public keys and revocations, to verify access tokens without a call.' },
  { name: 'Health', description: 'Probes and metrics.' },
];
