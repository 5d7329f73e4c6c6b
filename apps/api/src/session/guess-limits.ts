import { ApiError } from '@app/errors';
import { currentOrigin } from '@app/events';
import { addressGroup, type Counted, FAILED_ANYWHERE, FAILED_HERE, RateLimits, WRONG_OLD_PASSWORDS } from '@app/limits';
import { normaliseEmail } from '@app/users';
import { Injectable } from '@nestjs/common';

/** What a wrong guess ends with; whatever else goes wrong says nothing of the guess. */
const WRONG = ['INVALID_CREDENTIALS', 'USER_DISABLED', 'INVALID_PASSWORD'];

/**
 * Bounds how often passwords can be guessed (OWASP ASVS 5.0, 6.3.1). A try is counted before the password is compared,
 * so that of many at once no more get through, and taken back unless it was wrong.
 */
@Injectable()
export class GuessLimits {
  constructor(private readonly limits: RateLimits) {}

  /** @throws {ApiError} TOO_MANY_REQUESTS, also with the right password, and for an email that nobody has */
  async login<T>(email: string, attempt: () => Promise<T>): Promise<T> {
    const account = accountOf(email);
    const counts = [
      () => this.limits.count(FAILED_HERE, account, client()),
      () => this.limits.count(FAILED_ANYWHERE, account),
    ];
    return guess(counts, attempt);
  }

  /** @throws {ApiError} TOO_MANY_REQUESTS */
  async oldPassword<T>(uid: string, attempt: () => Promise<T>): Promise<T> {
    return guess([() => this.limits.count(WRONG_OLD_PASSWORDS, uid)], attempt);
  }

  /** Lets in again who has just shown to own the address of an account. */
  async forgive(email: string): Promise<void> {
    const account = accountOf(email);
    await this.limits.forget(FAILED_HERE, account, client());
    await this.limits.forget(FAILED_ANYWHERE, account);
  }
}

async function guess<T>(counts: (() => Promise<Counted>)[], attempt: () => Promise<T>): Promise<T> {
  const counted: Counted[] = [];
  let wrong = false;
  try {
    for (const count of counts) counted.push(await count());
    return await attempt();
  } catch (error) {
    wrong = error instanceof ApiError && WRONG.includes(error.code);
    throw error;
  } finally {
    if (!wrong) await Promise.all(counted.map((one) => one.takeBack()));
  }
}

/** As the account would be looked up, whether there is one or not. */
function accountOf(email: string): string {
  return normaliseEmail(email) ?? email;
}

function client(): string {
  return addressGroup(currentOrigin().ip ?? '');
}
