import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Device } from './devices/device.entity.js';
import { Link } from './links/link.entity.js';
import { Session } from './sessions/session.entity.js';

const LINK_PROPERTIES: (keyof Link)[] = [
  'purpose',
  'uid',
  'email',
  'signUp',
  'target',
  'createdAt',
  'expiresAt',
  'usedAt',
  'userAgent',
  'sessionId',
  'madeBy',
  'about',
  'since',
  'passwordVersion',
  'codeExpiresAt',
  'codeAttempts',
  'codeChallenge',
];

/** All that this library stores about a person, without the hashes of link tokens. */
@Injectable()
export class StoredTokenData implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid, email }: Person): Record<string, StoredRows> {
    return { sessions: this.sessions(uid), links: this.links(uid, email), devices: this.devices(uid) };
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
        'passwordVersion',
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

  /** With the links that were mailed to the email before it had an account. */
  private async *links(uid: string, email: string): StoredRows {
    const selection = { by: 'tokenHash', properties: LINK_PROPERTIES } as const;
    yield* storedRows(this.database, Link, { ...selection, where: { uid }, index: 'links_uid' });
    yield* storedRows(this.database, Link, { ...selection, where: { email, uid: IsNull() }, index: 'links_email' });
  }
}
