import type { EmailKind } from '../email-kinds.js';

/** A part of an email. In the texts of a language, a paragraph has the name of its part. */
export type Part =
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

const NOTICE: Part[] = ['message', 'happened', 'otherwise'];
const SECURABLE: Part[] = ['message', 'happened', 'secureOrElse'];
const REQUESTED: Part[] = ['message', 'button', 'requested'];

/** The parts of each email, in their order. */
export const EMAIL_PARTS: Record<EmailKind, Part[]> = {
  'magic-link': ['message', 'button', 'orCode', 'needsFactor', 'requested'],
  'email-code': ['message', 'code', 'requested'],
  'verify-email': REQUESTED,
  'reset-password': REQUESTED,
  'confirm-email': REQUESTED,
  'email-change-asked': ['message', 'happened', 'secure', 'button', 'reason'],
  'email-changed': ['message', 'happened', 'secureIfLink', 'reason'],
  'new-sign-in': ['message', 'happened', 'details', 'more', 'secure', 'button'],
  'password-changed': NOTICE,
  'password-voided': ['message', 'happened', 'offer', 'button'],
  'factor-added': SECURABLE,
  'factor-removed': NOTICE,
  'mfa-enabled': SECURABLE,
  'mfa-disabled': NOTICE,
  'recovery-renewed': NOTICE,
  'recovery-code-used': NOTICE,
  'factor-failed': NOTICE,
  'factor-reset-asked': ['message', 'administered', 'undo', 'button'],
  'factors-reset': ['message', 'administered', 'otherwise'],
  impersonated: ['message', 'administered', 'otherwise'],
  'admin-scopes-given': ['message', 'scopes', 'administered', 'otherwise'],
  'admin-token-made': ['message', 'token', 'happened', 'secureOrElse'],
  'api-keys-revoked': ['message', 'keys', 'happened', 'leaked', 'otherwise'],
  'identity-linked': SECURABLE,
  'identity-removed': NOTICE,
};
