import type { LinkPurpose } from '@app/tokens';

export type PurposeWithPage = Exclude<LinkPurpose, 'reset_password'>;

/** What a page says about the account of its link. */
export interface PageFacts {
  /** The account of a new address: its old address, shortened. */
  account?: string;
  /** The new address that waits for its confirmation. */
  waiting?: string;
  /** Another account that has the address of the link now: when it was created, and whether it gets a former address back. */
  holder?: { createdAt: number; returns: boolean };
  /** The sign-ins that the button refuses, as far as their sessions are open. */
  signIns?: { createdAt: number; userAgent: string; ip: string }[];
  /** Whether the button ends all sessions, and not only those of these sign-ins. */
  everywhere?: boolean;
  /** What the button removes. */
  removed?: RemovedAccess[];
  /** Whether the address of the account has changed since the email. */
  moved?: boolean;
}

/** What an undo link removes, with the name that its user or an administrator has given it. */
export interface RemovedAccess {
  kind: 'totp' | 'passkey' | 'identity' | 'apiKey' | 'password' | 'administration';
  name?: string;
}
