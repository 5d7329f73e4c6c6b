import { Env } from '@app/config';
import { currentActor } from '@app/events';
import { addressGroup } from '@app/limits';
import { PasswordHasher, PasswordScorer } from '@app/users';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/**
 * Limits the share of one client address in the queues of passwords, so that parallel requests of one stranger cannot make
 * the service refuse the passwords of others.
 */
@Injectable()
export class PasswordShares implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly hasher: PasswordHasher,
    private readonly scorer: PasswordScorer,
  ) {}

  onModuleInit(): void {
    if (!this.env.rateLimit) return;
    this.hasher.clientOf = client;
    this.scorer.clientOf = client;
  }
}

/** Undefined for an administrator and for a command, which may bring many passwords at once. */
function client(): string | undefined {
  const { actor, ip } = currentActor();
  return ip === null || actor.startsWith('admin:') ? undefined : addressGroup(ip);
}
