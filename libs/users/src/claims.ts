import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Database, ServiceColumn } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Entity, ForeignKey, In, Index } from 'typeorm';
import { User } from './user.entity.js';

/** The longest claims in UTF-8: they are a part of every access token, and servers limit the size of headers. */
export const MAX_CLAIMS_BYTES = 1_024;

/** Whether a value is the text of a JSON object that an access token can repeat: it fits in, and all its numbers are exact. */
export function isClaims(value: unknown): value is string {
  return isObjectText(value) && inexactPlace(value) === undefined;
}

/** What is wrong with a number in a text of claims, for people; undefined if nothing is. */
export function claimsObjection(value: unknown): string | undefined {
  const place = isObjectText(value) ? inexactPlace(value) : undefined;
  return place && `claims${place} is a number that JavaScript cannot hold exactly: send it as a text.`;
}

function isObjectText(value: unknown): value is string {
  if (typeof value !== 'string' || !value.isWellFormed() || !isShort(value)) return false;
  const claims = parse(value);
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return false;
  // As in a token: some numbers take more characters there.
  return isShort(JSON.stringify(claims));
}

/** The sorted names of the members that differ between two texts of claims. */
export function changedClaims(before: string, after: string): string[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)));
}

/** The roles in claims, each once. Only a list of roles counts, as in the libraries for other services. */
export function rolesIn(claims: string): string[] {
  // Most users have no claims.
  if (claims === '{}') return [];
  const { roles } = JSON.parse(claims);
  return Array.isArray(roles) ? [...new Set(roles.filter((role) => typeof role === 'string'))] : [];
}

/** A map, since an object would treat the name `__proto__` differently. JSON has no undefined. */
function membersOf(claims: string): Map<string, unknown> {
  return new Map(Object.entries(JSON.parse(claims)));
}

function isShort(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_CLAIMS_BYTES;
}

/** Undefined for a text that is no JSON, or in which an escape sequence stands for half of a character. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => {
      if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new SyntaxError();
      return value;
    });
  } catch {
    return undefined;
  }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

/** Where in a valid JSON text the first number stands that a token would round, such as `.ids[2]`. */
function inexactPlace(json: string): string | undefined {
  // An object in the path is the name of its current member, a list the index of its current item.
  const path: (string | number)[] = [];
  let before = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') path.push(token === '[' ? 0 : '');
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',' && typeof path.at(-1) === 'number') path.push(Number(path.pop()) + 1);
    else if (token === ':') path.splice(-1, 1, JSON.parse(before));
    else if (/^[-\d]/.test(token) && !isExact(token)) return path.map(stepOf).join('');
    before = token;
  }
  return undefined;
}

function stepOf(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return PLAIN_NAME.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}

/** Whether the text of a number, and the text that JavaScript writes for it, have the same value. */
function isExact(text: string): boolean {
  const read = Number(text);
  return Number.isFinite(read) && decimalOf(String(read)) === decimalOf(text);
}

/** A decimal number without the zeros at both ends, and without the sign, which JavaScript keeps but for -0. */
function decimalOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? '0' : `${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}

/** A role of a user, from the member `roles` of the claims: it finds the users of a role by an index. */
@Entity('user_roles')
@Index('user_roles_role', ['roleHash', 'createdAt', 'uid'])
export class UserRole {
  @ForeignKey('users', 'uid', { onDelete: 'CASCADE' })
  @ServiceColumn('varchar', { length: 36, primary: true })
  uid!: string;

  /** The SHA-256 of the role, in hexadecimal: the databases compare long texts, and blanks at their ends, differently. */
  @ServiceColumn('varchar', { name: 'role_hash', length: 64, primary: true })
  roleHash!: string;

  /** When the account of the user was created, in epoch seconds: the order of lists. */
  @ServiceColumn('int', { unsigned: true, name: 'created_at' })
  createdAt!: number;
}

/** The table of roles. Every write of claims passes it, in the same transaction. */
@Injectable()
export class UserRoles {
  constructor(private readonly database: Database) {}

  /** Adds the roles of new users. */
  async add(users: Pick<User, 'uid' | 'claims' | 'createdAt'>[]): Promise<void> {
    const rows = users.flatMap(rowsOf);
    if (rows.length === 0) return;
    this.database.requireTransaction();
    await this.database.insert(UserRole, rows);
  }

  /** Writes the roles of a user anew, from the claims that the transaction has written. */
  async refresh(uid: string): Promise<void> {
    this.database.requireTransaction();
    const user = await this.database.repo(User).findOneBy({ uid });
    const wanted = user ? rowsOf(user) : [];
    const known = await this.database.repo(UserRole).findBy({ uid });
    const gone = known.filter(({ roleHash }) => !wanted.some((role) => role.roleHash === roleHash));
    const added = wanted.filter(({ roleHash }) => !known.some((role) => role.roleHash === roleHash));
    // No statement where nothing changes: on MySQL, a DELETE without a row locks the gap.
    if (gone.length > 0)
      await this.database.repo(UserRole).delete({ uid, roleHash: In(gone.map(({ roleHash }) => roleHash)) });
    if (added.length > 0) await this.database.insert(UserRole, added);
  }
}

function rowsOf({ uid, claims, createdAt }: Pick<User, 'uid' | 'claims' | 'createdAt'>): UserRole[] {
  return roleHashesIn(claims).map((roleHash) => ({ uid, roleHash, createdAt }));
}

/** The roles in claims, as the table names them. */
function roleHashesIn(claims: string): string[] {
  return rolesIn(claims).map(hashOfRole);
}

/** The name of a role in the table. */
export function hashOfRole(role: string): string {
  return createHash('sha256').update(role).digest('hex');
}
