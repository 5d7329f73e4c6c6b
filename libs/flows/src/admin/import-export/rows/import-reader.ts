import { ApiError, RequestValidationPipe } from '@app/errors';
import { looksLikeHash, UserAdministration } from '@app/users';
import { Injectable } from '@nestjs/common';
import { type Expected, wrongValue } from '../../../input/wrong-value.js';
import { toNewFactors } from '../../imported-factors/imported-factors.dto.js';
import { ImportedIdentities } from '../../imported-factors/imported-identity.dto.js';
import { ImportRow } from '../../users/import-row.dto.js';
import { toAccountFacts } from '../../users/users.dto.js';
import { type ImportError, toImportError } from './import-errors.js';
import type { ImportLine } from './import-lines.js';
import { inParallel, type Row } from './import-rows.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads lines by the rules and with the error codes of `POST /users`, which also refuses unknown fields. */
@Injectable()
export class ImportReader {
  private readonly pipe = new RequestValidationPipe();

  constructor(
    private readonly users: UserAdministration,
    private readonly identities: ImportedIdentities,
  ) {}

  /** Keeps the order of the lines. */
  async read(lines: ImportLine[], batchId: string | null): Promise<{ rows: Row[]; failed: ImportError[] }> {
    const outcomes = await inParallel(lines, (line) => this.readLine(line, batchId));
    return {
      rows: outcomes.filter((outcome): outcome is Row => 'account' in outcome),
      failed: outcomes.filter((outcome): outcome is ImportError => 'code' in outcome),
    };
  }

  private async readLine({ number, bytes, refused }: ImportLine, batchId: string | null): Promise<Row | ImportError> {
    let body: Record<string, unknown> = {};
    try {
      if (refused) throw refused;
      body = parse(bytes);
      const row = (await this.pipe.transform(body, { type: 'body', metatype: ImportRow })) as ImportRow;
      refuseHash(row.password);
      const factors = toNewFactors(row);
      const identities = await this.identities.read(row);
      return { line: number, account: await this.users.check(toAccountFacts(row), batchId), factors, identities };
    } catch (error) {
      if (error instanceof ApiError) return withValue(toImportError(number, error), body);
      throw error;
    }
  }
}

/** A line of another system has hashes more often than a person chooses such a password. */
function refuseHash(password: unknown): void {
  if (typeof password === 'string' && looksLikeHash(password))
    throw new ApiError('INVALID_REQUEST', 'password looks like a hash: give it as password_hash.');
}

/** What the fields of a line should have. */
const EXPECTED = new Map<string, Expected>([
  ['email', 'email'],
  ['created_at', 'time'],
  ...['email_verified', 'email_proved', 'active', 'mfa_enabled'].map((name): [string, Expected] => [name, 'flag']),
]);

/** Adds the value of the field that the message begins with. */
function withValue(error: ImportError, body: Record<string, unknown>): ImportError {
  const field = error.code === 'INVALID_EMAIL' ? 'email' : (/^\w+/.exec(error.message)?.[0] ?? '');
  const expected = EXPECTED.get(field);
  if (expected === undefined || !Object.hasOwn(body, field)) return error;
  return { ...error, message: `${error.message} It is ${wrongValue(expected, body[field])}.` };
}

function parse(bytes: Buffer | undefined): Record<string, unknown> {
  if (bytes === undefined) throw new ApiError('PAYLOAD_TOO_LARGE', 'The line is longer than 64 KiB.');
  const body = parseJson(decode(bytes));
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new ApiError('INVALID_REQUEST', 'The line must be a JSON object.');
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', 'The line is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // JSON in one line has no line break in a text.
    const hint = text.includes('\r') ? ' End lines with LF or CRLF, and not with CR alone.' : '';
    throw new ApiError('INVALID_REQUEST', `The line is not valid JSON.${hint}`, { cause });
  }
}
