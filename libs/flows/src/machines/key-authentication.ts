import { type ApiKey, ApiKeyStore } from '@app/clients';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { addressGroup, RateLimits, WRONG_API_KEYS } from '@app/limits';
import { type User, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';

/** A key that works, and its user. */
interface Usable {
  key: ApiKey;
  user: User;
}

/** Recognises API keys. */
@Injectable()
export class KeyAuthentication {
  constructor(
    private readonly clock: Clock,
    private readonly keys: ApiKeyStore,
    private readonly users: UsersService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The key with this text, and its user, both after changes that are not committed yet: a later change that ends tokens also ends
   * the one that this leads to. A wrong key counts after the look, so that it never blocks right ones from the same client address.
   * @throws {ApiError} INVALID_API_KEY, TOO_MANY_REQUESTS
   */
  async authenticate(text: string, address: string): Promise<Usable> {
    const found = await this.find(text);
    if (typeof found !== 'string') return found;
    await this.limits.count(WRONG_API_KEYS, addressGroup(address));
    throw new ApiError('INVALID_API_KEY', { reason: found });
  }

  /** The key, or why it does not work. */
  private async find(text: string): Promise<Usable | string> {
    const key = await this.keys.find(text);
    if (!key) return 'malformed, unknown or revoked API key';
    if (key.expiresAt <= this.clock.now()) return 'API key expired';
    const user = await this.users.findSettled(key.uid);
    if (!user?.active) return 'account disabled or deleted';
    if (key.counter !== user.rung4) return 'API key from before the owner had the account back';
    await this.keys.recordUse(key);
    return { key, user };
  }
}
