import { availableParallelism } from 'node:os';
import { ApiError, WirePipe } from '@app/errors';
import { type CheckedAccount, type Taken, UserAdministration } from '@app/users';
import { Injectable } from '@nestjs/common';
import type { Line } from '../../stream/lines.js';
import { AdminCreateUserRequest, toAccountFacts } from '../users/users.dto.js';
import type { Failure } from './failures.js';

/** A line that could become an account. */
export interface Row<Account = CheckedAccount> {
  line: number;
  account: Account;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads lines as `POST /users` reads its bodies: by the same rules, with the same codes. */
@Injectable()
export class ImportRows {
  private readonly pipe = new WirePipe();

  constructor(private readonly users: UserAdministration) {}

  /** In the order of the lines. */
  async read(lines: Line[], batchId: string | null): Promise<{ rows: Row[]; failed: Failure[] }> {
    const outcomes = await inParallel(lines, (line) => this.readLine(line, batchId));
    return {
      rows: outcomes.filter((outcome): outcome is Row => 'account' in outcome),
      failed: outcomes.filter((outcome): outcome is Failure => 'code' in outcome),
    };
  }

  private async readLine({ number, bytes }: Line, batchId: string | null): Promise<Row | Failure> {
    try {
      const body = await this.pipe.transform(parse(bytes), { type: 'body', metatype: AdminCreateUserRequest });
      return { line: number, account: await this.users.check(toAccountFacts(body as AdminCreateUserRequest), batchId) };
    } catch (error) {
      if (error instanceof ApiError) return toFailure(number, error);
      throw error;
    }
  }
}

/** Those of the rows whose email and uid neither belong to an account nor stand in a row before. */
export function weed<R extends Row<{ uid: string; email: string }>>(rows: R[], { emails, uids }: Taken) {
  const accepted: R[] = [];
  const failed: Failure[] = [];
  for (const row of rows) {
    const { uid, email } = row.account;
    if (emails.has(email)) failed.push(toFailure(row.line, new ApiError('EMAIL_ALREADY_IN_USE')));
    else if (uids.has(uid)) failed.push(toFailure(row.line, new ApiError('UID_ALREADY_IN_USE')));
    else {
      accepted.push(row);
      emails.add(email);
      uids.add(uid);
    }
  }
  return { accepted, failed };
}

/** As many at a time as there are cores to hash with, so that a sign-in waits for one password of a batch, not for all. */
export async function inParallel<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

export function toFailure(line: number, { code, message }: ApiError): Failure {
  return { line, code, message };
}

function parse(bytes: Buffer | undefined): object {
  if (bytes === undefined) throw new ApiError('PAYLOAD_TOO_LARGE', 'The line is longer than 64 KiB.');
  let body: unknown;
  try {
    body = JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new ApiError('INVALID_REQUEST', 'The line is not valid JSON in UTF-8.', { cause });
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ApiError('INVALID_REQUEST', 'The line must be a JSON object.');
}
