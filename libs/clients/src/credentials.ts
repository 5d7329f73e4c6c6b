import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newId } from '@app/database';
import { parse as uuidBytes } from 'uuid';

/** In the order of ASCII: texts of one length are sorted as their numbers. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;

/** A number with so many digits of 0-9, A-Z and a-z, with zeros in front. */
export function base62(number: bigint, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest /= BASE) digits = DIGITS[Number(rest % BASE)] + digits;
  return digits;
}

/** Bytes as a number, the most significant first. */
export function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

const SECRET_BYTES = 32;
/** The lengths in base62: 16 bytes, 32 bytes, and the 4 bytes of CRC-32. */
const ID_LENGTH = 22;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const FORM = `lk_([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`;
const API_KEY = new RegExp(`^${FORM}$`);
const API_KEYS = new RegExp(`(?<![0-9A-Za-z])${FORM}(?![0-9A-Za-z])`, 'g');
const KEY_ID = new RegExp(`^[0-9A-Za-z]{${ID_LENGTH}}$`);
const CLIENT_ID = /^lkc_[\da-f]{32}$/;

/** A new API key with its id: `lk_<id>_<secret><checksum>`. Ids of later keys are greater. */
export function newApiKey(): { keyId: string; key: string } {
  const keyId = base62(numberOf(uuidBytes(newId())), ID_LENGTH);
  return { keyId, key: withChecksum(`lk_${keyId}_${newSecret()}`) };
}

/** A new secret of a client: `lks_<secret><checksum>`. */
export function newClientSecret(): string {
  return withChecksum(`lks_${newSecret()}`);
}

/** A new id of a client. No uid of a user has this form (RFC 9068, section 5). Ids of later clients are greater. */
export function newClientId(): string {
  return `lkc_${Buffer.from(uuidBytes(newId())).toString('hex')}`;
}

/** The id in an API key; undefined for a text without the form or the checksum of a key. */
export function keyIdIn(text: string): string | undefined {
  const keyId = API_KEY.exec(text)?.[1];
  return keyId !== undefined && withChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text ? keyId : undefined;
}

/** The parts of a text that have the form of an API key, with any checksum. */
export function apiKeysIn(text: string): string[] {
  return [...text.matchAll(API_KEYS)].map(([key]) => key);
}

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text);
}

function newSecret(): string {
  return base62(numberOf(randomBytes(SECRET_BYTES)), SECRET_LENGTH);
}

/** CRC-32 distinguishes keys from texts that only look like one, without a look into the database. It protects nothing. */
function withChecksum(text: string): string {
  return text + base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

/** The precision of a last use, so that not every request writes. */
export const USE_PRECISION_SECONDS = 60;

/** Whether a use at this time is to be recorded. */
export function isNewUse(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || lastUsedAt <= now - USE_PRECISION_SECONDS;
}
