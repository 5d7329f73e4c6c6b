/**
 * The kinds of second factors, in the order in which answers name them. `isAdded`: users add it one by one, and each is a factor by
 * itself. Recovery codes only stand for a factor that is lost.
 */
const KINDS = {
  totp: { isAdded: true },
  passkey: { isAdded: true },
  recovery_code: { isAdded: false },
} as const satisfies Record<string, { isAdded: boolean }>;

export type FactorKind = keyof typeof KINDS;

/** A kind that users can add. */
export type AddedKind = { [K in FactorKind]: (typeof KINDS)[K]['isAdded'] extends true ? K : never }[FactorKind];

export const FACTOR_KINDS = Object.keys(KINDS) as FactorKind[];

export const ADDED_KINDS = FACTOR_KINDS.filter((kind): kind is AddedKind => KINDS[kind].isAdded);

/** What users can prove who they are with, once more: with a factor, or with what a user without one has. */
export const PROOF_METHODS = ['password', 'email_code', ...FACTOR_KINDS] as const;

export type ProofMethod = (typeof PROOF_METHODS)[number];
