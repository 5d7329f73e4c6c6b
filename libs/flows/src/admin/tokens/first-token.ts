import { AdminTokens, SCOPES, type Scope } from '@app/admin';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AdminTokenService } from './tokens.service.js';

/** The token in `ADMIN_TOKEN`. */
const NAME = 'ADMIN_TOKEN';
const CREATOR = 'env';
const ALL: Scope[] = [...SCOPES];

/** Adds the first admin token: that of `ADMIN_TOKEN`, or outside production a new one at the first start. */
@Injectable()
export class FirstToken implements OnModuleInit {
  /** The token that this start has created, which is shown once. */
  created: string | undefined;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly tokens: AdminTokens,
    private readonly service: AdminTokenService,
  ) {}

  onModuleInit(): void {
    this.database.beforeUse(() => this.prepare());
  }

  private async prepare(): Promise<void> {
    const { adminToken, production } = this.env;
    if (adminToken !== undefined) await this.replaceWith(adminToken);
    else if (!production && (await this.tokens.isEmpty())) await this.create();
  }

  /** A new value replaces the previous one. A revoked value stays revoked. */
  private async replaceWith(token: string): Promise<void> {
    // A newer version may have more scopes.
    if (await this.tokens.isKnown(token)) return this.tokens.setScopes(token, CREATOR, ALL);
    for (const id of await this.tokens.findByCreator(CREATOR)) await this.service.revoke(id);
    const facts = { name: NAME, scopes: ALL, expiresAt: null, createdBy: CREATOR };
    await this.service.recordCreation(await this.tokens.add(token, facts), NAME, ALL);
  }

  private async create(): Promise<void> {
    const { token } = await this.service.create({ name: 'First token', scopes: ALL, expiresAt: null });
    this.created = token;
  }
}
