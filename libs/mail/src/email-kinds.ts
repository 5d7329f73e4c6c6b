/** A part of an email. In the texts of a language, a paragraph has the name of its part. */
export type EmailPart =
  /** Paragraphs: what happened, a link for it, how to stop it, how to secure the account, and what to do otherwise. */
  | 'message'
  | 'offer'
  | 'undo'
  | 'secure'
  | 'otherwise'
  /** When the cause of the email was: with the browser, or without one where an administrator caused it. */
  | 'happened'
  | 'administered'
  /** The same of what the reader may have requested, and what to do otherwise, in small print. */
  | 'requested'
  /** Why the reader gets the email, in small print. */
  | 'reason'
  /** The link: as a button, and as its address. */
  | 'button'
  /** The code, alone. */
  | 'code'
  /** The code, where there is one besides the link. */
  | 'orCode'
  /** A paragraph for an account that asks for a factor. */
  | 'needsFactor'
  /** The scopes of an account, or the name and the scopes of an admin token. */
  | 'scopes'
  | 'token'
  /** The names of API keys, and a paragraph for keys that other people could read. */
  | 'keys'
  | 'leaked'
  /** From where a sign-in was, and how. */
  | 'details'
  /** Further sign-ins, if the email names several. */
  | 'more'
  /** How to secure the account, where there is a link for it. */
  | 'secureIfLink'
  /** The same, or what to do otherwise. */
  | 'secureOrElse';

const NOTICE: EmailPart[] = ['message', 'happened', 'otherwise'];
const SECURABLE: EmailPart[] = ['message', 'happened', 'secureOrElse'];
const REQUESTED: EmailPart[] = ['message', 'button', 'requested'];

type Values = readonly (keyof typeof SAMPLES)[];

/**
 * Whom an email is for, where that matters when a user is deleted: one that leads into the account of its address, or into a new one,
 * or one that also goes to an address which the account has left.
 */
type Reach = 'leads-in' | 'to-earlier-address';

const email = <const V extends Values, const O extends Values>(
  parts: EmailPart[],
  values: V,
  optional: O,
  reach?: Reach,
) => ({ parts, values, optional, reach });

/**
 * The emails: their parts, in order, and the values that each has besides those of every email. The value of an optional one can
 * be empty. Each email has two templates, its name with `.txt.hbs` and `.html.hbs`, made of the parts with the texts in `texts/`.
 */
export const EMAILS = {
  'magic-link': email(
    ['message', 'button', 'orCode', 'needsFactor', 'requested'],
    ['link', 'lifetime'],
    ['code', 'codeLifetime', 'needsFactor'],
    'leads-in',
  ),
  'email-code': email(['message', 'code', 'requested'], ['code', 'codeLifetime'], [], 'leads-in'),
  'verify-email': email(REQUESTED, ['link', 'lifetime'], [], 'leads-in'),
  'reset-password': email(REQUESTED, ['link', 'lifetime'], [], 'leads-in'),
  'confirm-email': email(REQUESTED, ['link', 'lifetime', 'account'], []),
  'email-change-asked': email(
    ['message', 'happened', 'secure', 'button', 'reason'],
    ['newEmail', 'waits', 'link', 'lifetime'],
    [],
    'to-earlier-address',
  ),
  'email-changed': email(
    ['message', 'happened', 'secureIfLink', 'reason'],
    ['newEmail'],
    ['link', 'lifetime'],
    'to-earlier-address',
  ),
  'new-sign-in': email(
    ['message', 'happened', 'details', 'more', 'secure', 'button'],
    ['link', 'lifetime', 'address', 'method'],
    ['provider', 'more'],
  ),
  'password-changed': email(NOTICE, [], []),
  'password-voided': email(['message', 'happened', 'offer', 'button'], ['link', 'lifetime'], []),
  'factor-added': email(SECURABLE, [], ['link', 'lifetime']),
  'factor-removed': email(NOTICE, [], []),
  'mfa-enabled': email(SECURABLE, [], ['link', 'lifetime']),
  'mfa-disabled': email(NOTICE, [], []),
  'recovery-renewed': email(NOTICE, [], []),
  'recovery-code-used': email(NOTICE, ['left'], []),
  'factor-failed': email(NOTICE, [], []),
  'factor-reset-asked': email(
    ['message', 'administered', 'undo', 'button'],
    ['link', 'lifetime'],
    [],
    'to-earlier-address',
  ),
  'factors-reset': email(['message', 'administered', 'otherwise'], [], []),
  impersonated: email(['message', 'administered', 'otherwise'], ['lifetime'], []),
  'admin-scopes-given': email(['message', 'scopes', 'administered', 'otherwise'], ['scopes'], []),
  'admin-token-made': email(
    ['message', 'token', 'happened', 'secureOrElse'],
    ['name', 'scopes', 'until'],
    ['link', 'lifetime'],
  ),
  'api-keys-revoked': email(['message', 'keys', 'happened', 'leaked', 'otherwise'], ['keys'], ['leaked']),
  'identity-linked': email(SECURABLE, ['provider'], ['link', 'lifetime']),
  'identity-removed': email(NOTICE, ['provider'], []),
};

/** The kind of an email. */
export type EmailKind = keyof typeof EMAILS;

/** What an email of a kind needs, and what it can have. */
export type ContentOf<K extends EmailKind> = Pick<typeof SAMPLES, (typeof EMAILS)[K]['values'][number]> &
  Partial<Pick<typeof SAMPLES, (typeof EMAILS)[K]['optional'][number]>>;

/** The emails that always have a link. */
export type LinkEmail = { [K in EmailKind]: ContentOf<K> extends { link: string } ? K : never }[EmailKind];

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

export const kindsWith = (reach: Reach) => KINDS.filter((kind) => EMAILS[kind].reach === reach);

/** The values that the templates of an email can use. */
export function valuesOf(kind: EmailKind): string[] {
  return [...COMMON_VALUES, ...EMAILS[kind].values, ...EMAILS[kind].optional];
}

/** The names of the two templates of an email. */
export function templatesOf(kind: EmailKind): [text: string, html: string] {
  return [`${kind}.txt.hbs`, `${kind}.html.hbs`];
}
