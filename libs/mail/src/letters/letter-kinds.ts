/**
 * The letters, with the values that each has besides those of every letter. The value of an optional one can be empty.
 * Each letter has two templates in `templates/`: its name with `.txt.hbs` and `.html.hbs`.
 */
export const LETTERS = {
  'magic-link': { values: ['link', 'lifetime'], optional: ['code', 'codeLifetime', 'needsFactor'] },
  'email-code': { values: ['code', 'codeLifetime'], optional: [] },
  'verify-email': { values: ['link', 'lifetime'], optional: [] },
  'reset-password': { values: ['link', 'lifetime'], optional: [] },
  'confirm-email': { values: ['link', 'lifetime', 'account'], optional: [] },
  'email-change-asked': { values: ['newEmail', 'link', 'lifetime'], optional: [] },
  'email-changed': { values: ['newEmail'], optional: ['link'] },
  'password-changed': { values: [], optional: [] },
  'password-voided': { values: ['link', 'lifetime'], optional: [] },
  'factor-added': { values: [], optional: ['link'] },
  'factor-removed': { values: [], optional: [] },
  'mfa-enabled': { values: [], optional: ['link'] },
  'mfa-disabled': { values: [], optional: [] },
  'recovery-renewed': { values: [], optional: [] },
  'recovery-code-used': { values: ['left'], optional: [] },
  'factor-failed': { values: [], optional: [] },
  'factor-reset-asked': { values: ['link', 'lifetime'], optional: [] },
  'factors-reset': { values: [], optional: [] },
  impersonated: { values: ['lifetime'], optional: [] },
  'admin-scopes-given': { values: ['scopes'], optional: [] },
  'admin-token-made': { values: ['name', 'scopes', 'until'], optional: [] },
  'api-keys-revoked': { values: ['keys'], optional: ['leaked'] },
  'identity-linked': { values: ['provider'], optional: ['link'] },
  'identity-removed': { values: ['provider'], optional: [] },
} as const satisfies Record<string, LetterValues>;

/** The kind of a letter. */
export type LetterKind = keyof typeof LETTERS;

/** The notices about second factors that have no values of their own. */
export type FactorNotice =
  | 'factor-added'
  | 'factor-removed'
  | 'mfa-enabled'
  | 'mfa-disabled'
  | 'recovery-renewed'
  | 'factor-failed'
  | 'factors-reset';

/** The notices to the old address: the new one waits for its confirmation, or has replaced it. */
export type AddressNotice = 'email-change-asked' | 'email-changed';

/** The notices about external identities. */
export type IdentityNotice = 'identity-linked' | 'identity-removed';

interface LetterValues {
  values: readonly (keyof typeof SAMPLES)[];
  optional: readonly (keyof typeof SAMPLES)[];
}

/** Example values of the letters, to check the templates. The link has characters that HTML escapes. */
export const SAMPLES = {
  /** The link that the letter is about. */
  link: 'https://auth.example.com/link?token=a&b=c',
  /** How long the link works, or an administrator acts as the user, in seconds; in words in a letter that an older release queued. */
  lifetime: 900 as number | string,
  /** The code that a person types. */
  code: '123456',
  /** How long the code works, in seconds. */
  codeLifetime: 600 as number | string,
  /** Whether the account of a magic link has a second factor, and an address that is not proved yet. */
  needsFactor: true,
  /** The account that a new address is for: its address, shortened. */
  account: 'a…@example.com',
  /** The new address, in the notice to the old one. */
  newEmail: "o'neil&co@example.com",
  /** How many recovery codes are left. */
  left: 9,
  /** The name of an external provider. */
  provider: 'Fish & Chips',
  /** The scopes of an administrator or of an admin token. */
  scopes: 'read, write',
  /** The name of an admin token. */
  name: "O'Neil & Co",
  /** The names of API keys. */
  keys: 'Backup & Co, Reports',
  /** Whether the keys were found where other people can read them. */
  leaked: true,
  /** When an admin token expires, in seconds since the UNIX epoch. */
  until: 1_798_761_600 as number | string,
};

/** Who has caused a letter with example values. */
export const SAMPLE_REQUESTER = { browser: 'Firefox', system: 'Windows' };

/** Who caused a letter. An empty text is unknown. */
export interface Requester {
  /** The name of the browser, never the raw user agent. */
  browser: string;
  /** The name of its operating system. */
  system: string;
  /** The preferred languages: the content of an `Accept-Language` header, or one language tag. */
  languages: string;
}

/** The variable content of a letter. */
export type LetterContent = Partial<typeof SAMPLES & Requester>;

/** The values of every letter. */
export const COMMON_VALUES = ['app', 'appUrl', 'locale', 'time', 'browser', 'system'];

/** The template around the HTML of every letter, and the values that it has besides the common ones. */
export const LAYOUT = 'layout.html.hbs';
export const LAYOUT_VALUES = ['subject', 'body'];

export const KINDS = Object.keys(LETTERS) as LetterKind[];

/** The values that the templates of a letter can use. */
export function valuesOf(kind: LetterKind): string[] {
  return [...COMMON_VALUES, ...LETTERS[kind].values, ...LETTERS[kind].optional];
}

/** The names of the two templates of a letter. */
export function templatesOf(kind: LetterKind): [text: string, html: string] {
  return [`${kind}.txt.hbs`, `${kind}.html.hbs`];
}
