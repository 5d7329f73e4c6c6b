import { AdminTokens, SCOPES, type Scope } from '@app/admin';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AdminTokenService } from './tokens.service.js';

/** As whose work the token in `ADMIN_TOKEN` is listed. */
const ENVIRONMENT = 'ADMIN_TOKEN';
const ALL: Scope[] = [...SCOPES];

/** The first admin token: the one in `ADMIN_TOKEN`, or outside production one that is made at the first start. */
@Injectable()
export class FirstToken implements OnModuleInit {
  /** The token that this start has made, to be shown once. */
  made: string | undefined;

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
    if (adminToken !== undefined) await this.takeOver(adminToken);
    else if (!production && (await this.tokens.isEmpty())) await this.make();
  }

  /** A value that is new takes the place of the one before; one that was revoked stays revoked. */
  private async takeOver(token: string): Promise<void> {
    if (await this.tokens.isKnown(token)) return;
    for (const id of await this.tokens.madeBy(ENVIRONMENT)) await this.service.revoke(id);
    const facts = { name: ENVIRONMENT, scopes: ALL, expiresAt: null, createdBy: ENVIRONMENT };
    await this.service.note(await this.tokens.add(token, facts), ENVIRONMENT, ALL);
  }

  private async make(): Promise<void> {
    const { token } = await this.service.create({ name: 'First token', scopes: ALL, expiresAt: null });
    this.made = token;
  }
}
