import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Device } from './devices.js';
import { OneTimeToken } from './one-time/one-time-token.entity.js';
import { Session } from './sessions/session.entity.js';

const TOKEN_PROPERTIES = [
  ...(['purpose', 'uid', 'email', 'signUp', 'target', 'createdAt', 'expiresAt', 'usedAt', 'endedAt'] as const),
  ...([
    'userAgent',
    'sessionId',
    'madeBy',
    'about',
    'since',
    'passwordVersion',
    'codeExpiresAt',
    'codeChallenge',
  ] as const),
  ...(['attempts', 'counter', 'idp', 'idpSid'] as const),
];

/** All that this library stores about a person, without the hashes of link tokens. */
@Injectable()
export class StoredTokenData implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid, email }: Person): Record<string, StoredRows> {
    return { sessions: this.sessions(uid), one_time_tokens: this.tokens(uid, email), devices: this.devices(uid) };
  }

  private devices(uid: string): StoredRows {
    return storedRows(this.database, Device, {
      where: { uid },
      by: 'deviceId',
      index: 'devices_uid',
      properties: [
        'deviceId',
        'uid',
        'userAgent',
        'createdAt',
        'lastUsedAt',
        'trustedAt',
        'trustedUntil',
        'trustCounter',
        'counter',
      ],
    });
  }

  private sessions(uid: string): StoredRows {
    return storedRows(this.database, Session, {
      where: { uid },
      by: 'sessionId',
      index: 'sessions_uid',
      properties: [
        'sessionId',
        'uid',
        'generation',
        'replacedGenerations',
        'method',
        'ip',
        'userAgent',
        'createdAt',
        'lastUsedAt',
        'usedWithinAt',
        'expiresAt',
        'endedAt',
        'endReason',
        'authTime',
        'factorTime',
        'earlierFactor',
        'shownHere',
        'factorDueAt',
        'parentId',
        'maxTtl',
        'idpSid',
        'deviceId',
        'amr',
        'acr',
        'idp',
        'claims',
        'claimsChangedAt',
        'impersonator',
        'actName',
      ],
    });
  }

  /** With those that were mailed to the email before it had an account. */
  private async *tokens(uid: string, email: string): StoredRows {
    const selection = { by: 'tokenHash', properties: TOKEN_PROPERTIES } as const;
    const unowned = { email, uid: IsNull() };
    yield* storedRows(this.database, OneTimeToken, { ...selection, where: { uid }, index: 'one_time_tokens_uid' });
    yield* storedRows(this.database, OneTimeToken, { ...selection, where: unowned, index: 'one_time_tokens_email' });
  }
}
