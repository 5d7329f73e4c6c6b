import type { LinkPurpose } from '@app/tokens';

export type PurposeWithPage = Exclude<LinkPurpose, 'reset_password'>;

/** What a page says about the account of its link. */
export interface PageFacts {
  /** The account of a new address: its old address, shortened. */
  account?: string;
  /** The new address that waits for its confirmation, which the button stops. */
  waiting?: string;
  /** The new address, which the button takes back. */
  replaced?: string;
  /** Another account that has the address of the link now: when it was created, and whether it gets a former address back. */
  holder?: { createdAt: number; returns: boolean };
  /** What the button removes. */
  removed?: RemovedAccess[];
  /** Whether second factors stay, since sign-ins needed one before. */
  keepsFactors?: boolean;
  /** The address that gets an email to choose a new password, if one does. */
  reset?: string;
}

/** What goes when an account is secured, with the name that its user or an administrator has given it. */
export interface RemovedAccess {
  kind: 'totp' | 'passkey' | 'recoveryCodes' | 'identity' | 'apiKey' | 'password' | 'administration';
  name?: string;
}
