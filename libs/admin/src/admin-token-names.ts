import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AdminToken } from './admin-token.entity.js';

/** The names of admin tokens, for people who read the event log. */
@Injectable()
export class AdminTokenNames {
  constructor(private readonly database: Database) {}

  /** The names of these tokens, also of revoked ones. */
  async of(ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const found = await this.database
      .repo(AdminToken)
      .find({ where: { id: In(ids) }, select: { id: true, name: true } });
    return new Map(found.map(({ id, name }) => [id, name]));
  }
}
