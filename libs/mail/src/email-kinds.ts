/**
 * The emails, with the values that each has besides those of every email. The value of an optional one can be empty.
 * Each email has two templates: its name with `.txt.hbs` and `.html.hbs`. `built-in/` makes them from its `texts/`.
 */
export const EMAILS = {
  'magic-link': { values: ['link', 'lifetime'], optional: ['code', 'codeLifetime', 'needsFactor'] },
  'email-code': { values: ['code', 'codeLifetime'], optional: [] },
  'verify-email': { values: ['link', 'lifetime'], optional: [] },
  'reset-password': { values: ['link', 'lifetime'], optional: [] },
  'confirm-email': { values: ['link', 'lifetime', 'account'], optional: [] },
  'email-change-asked': { values: ['newEmail', 'waits', 'link', 'lifetime'], optional: [] },
  'email-changed': { values: ['newEmail'], optional: ['link', 'lifetime'] },
  'new-sign-in': { values: ['link', 'lifetime', 'address', 'method'], optional: ['provider', 'more'] },
  'password-changed': { values: [], optional: [] },
  'password-voided': { values: ['link', 'lifetime'], optional: [] },
  'factor-added': { values: [], optional: ['link', 'lifetime'] },
  'factor-removed': { values: [], optional: [] },
  'mfa-enabled': { values: [], optional: ['link', 'lifetime'] },
  'mfa-disabled': { values: [], optional: [] },
  'recovery-renewed': { values: [], optional: [] },
  'recovery-code-used': { values: ['left'], optional: [] },
  'factor-failed': { values: [], optional: [] },
  'factor-reset-asked': { values: ['link', 'lifetime'], optional: [] },
  'factors-reset': { values: [], optional: [] },
  impersonated: { values: ['lifetime'], optional: [] },
  'admin-scopes-given': { values: ['scopes'], optional: [] },
  'admin-token-made': { values: ['name', 'scopes', 'until'], optional: ['link', 'lifetime'] },
  'api-keys-revoked': { values: ['keys'], optional: ['leaked'] },
  'identity-linked': { values: ['provider'], optional: ['link', 'lifetime'] },
  'identity-removed': { values: ['provider'], optional: [] },
} as const satisfies Record<string, EmailValues>;

/** The kind of an email. */
export type EmailKind = keyof typeof EMAILS;

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

interface EmailValues {
  values: readonly (keyof typeof SAMPLES)[];
  optional: readonly (keyof typeof SAMPLES)[];
}

/** A sign-in that an email names. Times in epoch seconds. */
export interface SignInFacts extends Pick<Requester, 'browser' | 'system'> {
  at: number;
  address: string;
  method: string;
  provider?: string;
}

/** Example values of the emails, to check the templates. The link has characters that HTML escapes. */
export const SAMPLES = {
  /** The link that the email is about. */
  link: 'https://auth.example.com/link?token=a&b=c',
  /** How long the link works, or an administrator acts as the user, in seconds. */
  lifetime: 900,
  /** How long a new address waits for its confirmation, in seconds. */
  waits: 86_400,
  /** The code that a person types. */
  code: '123456',
  /** How long the code works, in seconds. */
  codeLifetime: 600,
  /** Whether the account of a magic link has a second factor, and an address that is not proved yet. */
  needsFactor: true,
  /** The account that a new address is for: its address, shortened. */
  account: 'a…@example.com',
  /** The new address, in the notice to the old one. */
  newEmail: "o'neil&co@example.com",
  /** How many recovery codes are left. */
  left: 9,
  /** The client address of a sign-in. */
  address: '192.0.2.1',
  /** How a sign-in began; in words in an email. */
  method: 'magic_link',
  /** The name of an external provider. */
  provider: 'Fish & Chips',
  /** Further sign-ins on new devices; one text in an email. */
  more: [
    { at: 1_798_761_600, address: '192.0.2.2', method: 'password', browser: 'Firefox', system: '' },
  ] as SignInFacts[],
  /** The scopes of an administrator or of an admin token. */
  scopes: 'read, write',
  /** The name of an admin token. */
  name: "O'Neil & Co",
  /** The names of API keys. */
  keys: 'Backup & Co, Reports',
  /** Whether the keys were found where other people can read them. */
  leaked: true,
  /** When an admin token expires, in seconds since the UNIX epoch. */
  until: 1_798_761_600,
};

/** Who has caused an email with example values. */
export const SAMPLE_REQUESTER = { browser: 'Firefox', system: 'Windows' };

/** The link of an email by which its reader secures the account; empty for an email without one. */
export interface SecureLink {
  link: string;
  /** In seconds. */
  lifetime?: number;
}

/** Who caused an email. An empty text is unknown. */
export interface Requester {
  /** The name of the browser, never the raw user agent. */
  browser: string;
  /** The name of its operating system. */
  system: string;
  /** The preferred languages: the content of an `Accept-Language` header, or one language tag. */
  languages: string;
}

/** The variable content of an email. */
export type EmailContent = Partial<typeof SAMPLES & Requester>;

/** The colors of every email, by the name of the custom property in a theme: as they are, and in a dark scheme, which only a layout can have. */
export const COLOR_VALUES = {
  page: ['pageColor', 'darkPageColor'],
  card: ['cardColor', 'darkCardColor'],
  text: ['textColor', 'darkTextColor'],
  muted: ['mutedColor', 'darkMutedColor'],
  action: ['actionColor', 'darkActionColor'],
  'on-action': ['onActionColor', 'darkOnActionColor'],
} as const;
const COLORS = Object.values(COLOR_VALUES);

/** The values of every email. */
export const COMMON_VALUES = [
  ...['app', 'appUrl', 'locale', 'dir', 'time', 'browser', 'system'],
  ...COLORS.map(([light]) => light),
];

/** The template around the HTML of every email, and the values that it has besides the common ones. */
export const LAYOUT = 'layout.html.hbs';
export const LAYOUT_VALUES = ['subject', 'body', 'logo', 'logoWidth', 'logoHeight', ...COLORS.map(([, dark]) => dark)];

export const KINDS = Object.keys(EMAILS) as EmailKind[];

/** The values that the templates of an email can use. */
export function valuesOf(kind: EmailKind): string[] {
  return [...COMMON_VALUES, ...EMAILS[kind].values, ...EMAILS[kind].optional];
}

/** The names of the two templates of an email. */
export function templatesOf(kind: EmailKind): [text: string, html: string] {
  return [`${kind}.txt.hbs`, `${kind}.html.hbs`];
}
