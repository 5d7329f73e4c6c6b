import { isAddress, normaliseEmail } from '@app/config';
import { ApiError } from '@app/errors';
import {
  credentialsOf,
  isCoseKey,
  type NewFactors,
  type NewPasskey,
  type NewTotp,
  SECRET_ENCODINGS,
  TOTP_ALGORITHMS,
  TRANSPORTS,
  toBase32,
} from '@app/factors';
import { type ExportedIdentity, linkOf, type NewIdentity, Providers, subjectKey } from '@app/federation';
import type { User } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { UserRecord } from '../../input/records.js';

/** Reads the fields of a factor in an import. */
class FieldReader {
  private readonly known = new Set<string>();

  /** @param place names the factor in errors, such as `totp[0]` */
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly place: string,
  ) {}

  /**
   * The value of a field.
   * @param form describes the values that fit
   * @param otherwise the value of a field that is left out; without one, the field is required
   * @throws {ApiError} INVALID_FACTOR, naming the field, never its value
   */
  get<T>(name: string, fits: (value: unknown) => value is T, form: string, otherwise?: T): T {
    this.known.add(name);
    const value = this.fields[name] === undefined ? otherwise : this.fields[name];
    if (!fits(value)) throw new ApiError('INVALID_FACTOR', `${this.place}.${name} must be ${form}.`);
    return value;
  }

  /** A field with another name would otherwise be lost without notice. @throws {ApiError} INVALID_FACTOR */
  finish(): void {
    const unknown = Object.keys(this.fields).some((name) => !this.known.has(name));
    if (unknown) throw new ApiError('INVALID_FACTOR', `${this.place} may have only ${[...this.known].join(', ')}.`);
  }
}

const isText =
  (pattern: RegExp, most = Number.POSITIVE_INFINITY) =>
  (value: unknown): value is string =>
    typeof value === 'string' && value.length <= most && pattern.test(value);

const isInteger =
  (least: number, most: number) =>
  (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const isOneOf =
  <T>(choices: readonly T[]) =>
  (value: unknown): value is T =>
    choices.includes(value as T);

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export const TOTP_DIGITS = [6, 8] as const;
export const SHORTEST_PERIOD = 15;
export const LONGEST_PERIOD = 120;

/** A name without control characters. */
const isName = isText(/^\P{Cc}{1,100}$/u);
const NAME_FORM = 'a text of 1 to 100 characters';

/** @throws {ApiError} INVALID_FACTOR */
export function toNewTotp(fields: object, place: string): NewTotp {
  const reader = new FieldReader({ ...fields }, place);
  const text = reader.get('secret', isText(/./), 'a text');
  const encoding = reader.get('encoding', isOneOf(SECRET_ENCODINGS), oneOf(SECRET_ENCODINGS), 'base32');
  const algorithm = reader.get('algorithm', isOneOf(TOTP_ALGORITHMS), oneOf(TOTP_ALGORITHMS), 'SHA1');
  const digits = reader.get('digits', isOneOf(TOTP_DIGITS), oneOf(TOTP_DIGITS), 6);
  const periods = `an integer from ${SHORTEST_PERIOD} to ${LONGEST_PERIOD}`;
  const period = reader.get('period', isInteger(SHORTEST_PERIOD, LONGEST_PERIOD), periods, 30);
  const name = reader.get('name', isName, NAME_FORM, 'Authenticator app');
  reader.finish();
  const secret = toBase32(text, encoding);
  if (secret === undefined)
    throw new ApiError('INVALID_FACTOR', `${place}.secret must be ${encoding} of 80 to 1,024 bits.`);
  return { secret, algorithm, digits, period, name };
}

/** An authenticator app for a line of an export. */
function toImportedTotp({ secret, algorithm, digits, period, name }: NewTotp) {
  return { secret, encoding: 'base32', algorithm, digits, period, name };
}

function oneOf(choices: readonly unknown[]): string {
  return `one of ${choices.join(', ')}`;
}

/** 1,023 bytes in base64url (WebAuthn Level 3, section 4). */
const LONGEST_ID = 1_364;
const LONGEST_KEY = 2_048;
/** 64 bytes in base64url. */
const LONGEST_HANDLE = 86;
const BASE64URL = /^[\w-]+$/;
const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;
/** Sixteen bytes in the form of a UUID, which need not be one (RFC 9562). */
const AAGUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NO_AAGUID = '00000000-0000-0000-0000-000000000000';
/** The greatest number that fits into the column. */
const MOST_SIGNATURES = 2 ** 32 - 1;

/** @throws {ApiError} INVALID_FACTOR */
export function toNewPasskey(fields: object, place: string): NewPasskey {
  const reader = new FieldReader({ ...fields }, place);
  const base64url = (name: string, most: number) => {
    const text = reader.get(name, isText(BASE64URL, most), `base64url of at most ${most} characters`);
    return Buffer.from(text, 'base64url').toString('base64url');
  };
  const passkey = {
    credentialId: base64url('credential_id', LONGEST_ID),
    publicKey: base64url('public_key', LONGEST_KEY),
    handle: base64url('handle', LONGEST_HANDLE),
    rpId: reader.get('rp_id', isText(HOST, 253), 'a host name in lower case'),
    counter: reader.get('counter', isInteger(0, MOST_SIGNATURES), 'an integer from 0 to 4294967295', 0),
    backupEligible: reader.get('backup_eligible', isBoolean, 'true or false'),
    synced: reader.get('synced', isBoolean, 'true or false', false),
    transports: reader.get('transports', areTransports, `a list of ${TRANSPORTS.join(', ')}`, []).join(),
    aaguid: reader.get('aaguid', isText(AAGUID), 'a UUID', NO_AAGUID).toLowerCase(),
    name: reader.get('name', isName, NAME_FORM, 'Passkey'),
  };
  reader.finish();
  const fail = (form: string) => new ApiError('INVALID_FACTOR', `${place}.${form}.`);
  if (!isCoseKey(passkey.publicKey)) throw fail('public_key must be a COSE key for ES256, EdDSA or RS256');
  if (passkey.synced && !passkey.backupEligible) throw fail('synced must not be true where backup_eligible is false');
  return passkey;
}

/** A passkey for a line of an export. */
function toImportedPasskey(passkey: NewPasskey) {
  return {
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    handle: passkey.handle,
    rp_id: passkey.rpId,
    counter: passkey.counter,
    backup_eligible: passkey.backupEligible,
    synced: passkey.synced,
    transports: passkey.transports === '' ? [] : passkey.transports.split(','),
    aaguid: passkey.aaguid,
    name: passkey.name,
  };
}

function areTransports(value: unknown): value is string[] {
  return (
    Array.isArray(value) && new Set(value).size === value.length && value.every((item) => TRANSPORTS.includes(item))
  );
}

/** @throws {ApiError} INVALID_FACTOR */
export function toNewFactors({ mfa_enabled, totp = [], passkeys = [] }: Omit<UserRecord, 'facts'>): NewFactors {
  const factors = {
    totp: totp.map((fields, index) => toNewTotp(fields, `totp[${index}]`)),
    passkeys: passkeys.map((fields, index) => toNewPasskey(fields, `passkeys[${index}]`)),
  };
  // Otherwise no sign-in could ever succeed.
  if (mfa_enabled && totp.length + passkeys.length === 0)
    throw new ApiError('INVALID_FACTOR', 'mfa_enabled must not be true without totp or passkeys.');
  const credentials = credentialsOf(factors);
  if (new Set(credentials).size < credentials.length)
    throw new ApiError('INVALID_FACTOR', 'passkeys must not have the same credential_id twice.');
  return factors;
}

/** The fields for a line of an export. */
export function toFactorFields({ mfaEnabled }: User, { totp, passkeys }: NewFactors) {
  return {
    mfa_enabled: mfaEnabled,
    totp: totp.length > 0 ? totp.map(toImportedTotp) : undefined,
    passkeys: passkeys.length > 0 ? passkeys.map(toImportedPasskey) : undefined,
  };
}

const isSubject = isText(/^(?=.*\S)[^\p{Cc}]+$/u, 255);
const isTenant = isText(/^[\da-f-]{36}$/i);
const isKey = isText(/^[\da-f]{64}$/);
const left = (value: unknown): value is undefined => value === undefined;
const optional =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): value is T | undefined =>
    left(value) || fits(value);

/** Reads the identities in lines of an import. Their keys depend on the providers. */
@Injectable()
export class ImportedIdentities {
  constructor(private readonly providers: Providers) {}

  /** @throws {ApiError} INVALID_FACTOR, naming the field */
  async read({ identities = [] }: Pick<UserRecord, 'identities'>): Promise<NewIdentity[]> {
    const read: NewIdentity[] = [];
    for (const [index, fields] of identities.entries())
      read.push(await this.readOne({ ...fields }, `identities[${index}]`));
    if (new Set(read.map(linkOf)).size < read.length)
      throw new ApiError('INVALID_FACTOR', 'identities must not have the same identity twice.');
    return read;
  }

  private async readOne(fields: Record<string, unknown>, place: string): Promise<NewIdentity> {
    const reader = new FieldReader(fields, place);
    const providerId = reader.get('provider', isText(/./), 'the id of a provider');
    const subject = reader.get('subject', isSubject, 'a text of 1 to 255 characters');
    const tenant = reader.get('tenant', optional(isTenant), 'a UUID')?.toLowerCase();
    const key = reader.get('key', optional(isKey), 'a SHA-256 in hexadecimal');
    const email = reader.get('email', optional(isAddress), 'an address') ?? null;
    reader.finish();
    const provider = await this.providers.find(providerId);
    if (!provider) throw new ApiError('INVALID_FACTOR', `${place}.provider must be the id of a provider.`);
    const isEntra = provider.kind === 'microsoft';
    const given = { subject: isEntra ? subject.toLowerCase() : subject, tenant, key };
    const keyHash = subjectKey(provider, given);
    if (keyHash !== undefined)
      return { providerId, keyHash, subject: given.subject, email: (email && normaliseEmail(email)) ?? null };
    if (!isEntra && tenant !== undefined)
      throw new ApiError('INVALID_FACTOR', `${place}.tenant must be left out for this provider.`);
    const forms = isEntra
      ? 'tenant and subject must be the tid and the oid of an account of an allowed tenant'
      : 'subject must be the number of an account';
    throw new ApiError('INVALID_FACTOR', `${place}.${forms}.`);
  }
}

/** Identities for a line of an export; undefined for none. */
export function toImportedIdentities(identities: ExportedIdentity[] = []) {
  if (identities.length === 0) return undefined;
  return identities.map(({ providerId: provider, subject, tenant, key, email }) => {
    return { provider, subject, tenant, key, email: email ?? undefined };
  });
}
