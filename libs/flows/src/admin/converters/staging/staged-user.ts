import { ApiError, type ErrorCode } from '@app/errors';
import type { Omission, Part, UserFields } from '../record/part.js';

/** More is never one user: the lists of a line have at most 20 entries. */
const MOST_BYTES = 256 * 1024;

/** All that the records so far say of a user. */
export interface StagedUser {
  /** Where its first record is. */
  at: string;
  isUser: boolean;
  fields: UserFields;
  omissions: Omission[];
  /** Why it cannot be imported. */
  refused?: { code: ErrorCode; message: string };
  /** Why there is nothing to import. */
  leftOut?: string;
}

export function stage(at: string, { isUser, fields, omissions = [] }: Part): StagedUser {
  return { at, isUser, fields, omissions };
}

export function refusedAt(at: string, { code, message }: ApiError): StagedUser {
  return { at, isUser: true, fields: {}, omissions: [], refused: { code, message } };
}

/** Adds a later record of the same user. Its values replace earlier ones; lists grow. */
export function merge(earlier: StagedUser, at: string, later: Part): StagedUser {
  const merged: StagedUser = {
    ...earlier,
    at: earlier.isUser || !later.isUser ? earlier.at : at,
    isUser: earlier.isUser || later.isUser,
    fields: mergeFields(earlier.fields, later.fields),
    omissions: distinct(earlier.omissions, later.omissions),
  };
  if (JSON.stringify(merged).length <= MOST_BYTES) return merged;
  return refusedAt(earlier.at, new ApiError('PAYLOAD_TOO_LARGE', 'The records of the user are too long.'));
}

function mergeFields(earlier: UserFields, later: UserFields): UserFields {
  const given = Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined));
  return {
    ...earlier,
    ...given,
    metadata: joined(earlier.metadata, later.metadata),
    claims: joinedClaims(earlier.claims, later.claims),
    totp: distinct(earlier.totp, later.totp),
    passkeys: distinct(earlier.passkeys, later.passkeys),
    identities: distinct(earlier.identities, later.identities),
  };
}

/** The entries of both lists. An entry comes twice if a file does. */
function distinct<T>(earlier: T[] = [], later: T[] = []): T[] {
  return [...new Map([...earlier, ...later].map((entry) => [JSON.stringify(entry), entry])).values()];
}

type Values = Record<string, unknown> | undefined;

const joined = (earlier: Values, later: Values): Values => (earlier || later ? { ...earlier, ...later } : undefined);

/** One record may have one role of a user. */
function joinedClaims(earlier: Values, later: Values): Values {
  const lists = [earlier?.roles, later?.roles];
  const both = lists.every((roles) => Array.isArray(roles));
  return both ? { ...earlier, ...later, roles: lists.flat() } : joined(earlier, later);
}
