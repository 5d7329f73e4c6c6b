import { MAX_CLAIMS_BYTES } from '@app/users';
import type { IdentityFields, Omission, UserFields, WithoutPassword } from '../record/part.js';
import { omission, passwordOmission } from '../record/part.js';

/** What this service knows, by which parts of a user are left out. */
export interface Target {
  /** Why a hash is not accepted; undefined for one that is. */
  problemOf(hash: string): Omission | undefined;
  /** Why a second factor is not accepted. */
  problemOfFactor(list: 'totp' | 'passkeys', factor: object): Omission | undefined;
  /** The id of the provider here, by its name in the source. */
  providerOf(name: string): string | undefined;
  /** The ways in that every user has. */
  waysIn?: readonly string[];
}

/**
 * A body of `POST /users`, and what it lacks.
 * @param earlier what the records themselves do not have
 */
export function toLine({ uses_totp, ...fields }: UserFields, earlier: Omission[], target: Target) {
  const omissions: Omission[] = [...earlier];
  const { metadata, claims, identities = [], password_hash, mfa_enabled, ...others } = fields;
  const totp = uses_totp === false ? [] : acceptedFactors('totp', fields.totp, target, omissions);
  const passkeys = acceptedFactors('passkeys', fields.passkeys, target, omissions);
  const line = {
    ...others,
    password_hash: acceptedHash(password_hash?.trim(), target, omissions),
    metadata: metadata && JSON.stringify(metadata),
    claims: claims && acceptedClaims(claims, omissions),
    totp: unlessEmpty(totp),
    passkeys: unlessEmpty(passkeys),
    mfa_enabled: passkeys.length > 0 ? mfa_enabled : undefined,
    identities: unlessEmpty(identities.flatMap((identity) => toIdentity(identity, target, omissions))),
  };
  return { text: JSON.stringify(line), omissions, withoutPassword: withoutPassword(line, omissions, target) };
}

type Line = Pick<UserFields, 'password' | 'password_hash' | 'passkeys' | 'identities' | 'active'>;

/** Undefined for a user with a password. */
function withoutPassword(line: Line, omissions: Omission[], { waysIn = [] }: Target): WithoutPassword | undefined {
  if (line.password !== undefined || line.password_hash !== undefined) return undefined;
  const { code, message = 'The file has no password of this user.' } = omissions.find((each) => each.isPassword) ?? {};
  if (line.active === false) return { code, reason: message, signIn: [], isDisabled: true };
  const providers = new Set(line.identities?.map(({ provider }) => provider));
  return { code, reason: message, signIn: [...(line.passkeys ? ['passkey'] : []), ...providers, ...waysIn] };
}

const unlessEmpty = <T>(list: T[]) => (list.length === 0 ? undefined : list);

/** Products allow more in the field that becomes the claims, and no user must stay behind for that. */
function acceptedClaims(claims: object, omissions: Omission[]): string | undefined {
  const text = JSON.stringify(claims);
  const rounded = roundedPlace(claims, 'claims');
  const isShort = Buffer.byteLength(text) <= MAX_CLAIMS_BYTES;
  if (isShort && rounded === undefined) return text;
  const reason = isShort ? `${rounded} is a number that JSON rounds` : `they have more than ${MAX_CLAIMS_BYTES} bytes`;
  omissions.push(omission('INVALID_CLAIMS', `The claims are left out: ${reason}.`));
  return undefined;
}

/** Where a number stands that was rounded when the record was read, or was too large for a number of JavaScript. */
function roundedPlace(value: unknown, place: string): string | undefined {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER ? place : undefined;
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  for (const [name, member] of members) {
    const found = roundedPlace(member, `${place}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function acceptedHash(hash: string | undefined, target: Target, omissions: Omission[]): string | undefined {
  const problem = hash === undefined ? undefined : target.problemOf(hash);
  if (problem === undefined) return hash;
  omissions.push(passwordOmission(problem.code, `The password is left out. ${problem.message}`));
  return undefined;
}

function acceptedFactors<T extends object>(
  list: 'totp' | 'passkeys',
  factors: T[] = [],
  target: Target,
  omissions: Omission[],
): T[] {
  return factors.filter((factor) => {
    const problem = target.problemOfFactor(list, factor);
    if (problem) omissions.push(omission(problem.code, `A second factor is left out. ${problem.message}`));
    return problem === undefined;
  });
}

function toIdentity(identity: IdentityFields, target: Target, omissions: Omission[]): IdentityFields[] {
  const provider = target.providerOf(identity.provider);
  if (provider !== undefined) return [{ ...identity, provider }];
  const message = `The identity of ${identity.provider} is left out: no provider here has this name.`;
  omissions.push(omission('INVALID_FACTOR', message));
  return [];
}
