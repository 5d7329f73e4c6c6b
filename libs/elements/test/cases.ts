export const DOORS = ['password', 'magic link', 'email code', 'passkey', 'provider'] as const;
export const FACTORS = ['none', 'TOTP', 'passkey', 'recovery code', 'enrolment'] as const;
export const ACCOUNTS = ['new', 'known', 'disabled', 'limited', 'expired'] as const;

/** Who signs in, and how. */
export interface Case {
  door: (typeof DOORS)[number];
  factor: (typeof FACTORS)[number];
  account: (typeof ACCOUNTS)[number];
}

/** Why a combination means nothing; undefined if it means something. */
export function reasonOf({ door, factor, account }: Case): string | undefined {
  if (door === 'passkey' && factor !== 'none') return 'a passkey is both factors';
  if (account !== 'new') return undefined;
  if (door === 'passkey') return 'a passkey belongs to an account';
  return factor === 'none' || factor === 'enrolment' ? undefined : 'a new account has no factor';
}
