import 'reflect-metadata';
import { AdminToken } from '@app/admin';
import { loadDatabaseLocation } from '@app/config';
import { createDataSource } from '@app/database';
import { LoggedEvent } from '@app/events';
import { Challenge, FactorReset, Passkey, RecoveryCode, TotpFactor } from '@app/factors';
import { Message } from '@app/mail';
import { Link, Session, SigningKey } from '@app/tokens';
import { ImportBatch, SignInAddress, User } from '@app/users';

/** The data source for TypeORM's own commands: `npm run build && npx typeorm -d dist/ormconfig.js migration:show`. */
export default createDataSource(loadDatabaseLocation(), {
  entities: [
    User,
    SignInAddress,
    ImportBatch,
    Session,
    SigningKey,
    Link,
    Message,
    LoggedEvent,
    AdminToken,
    Challenge,
    TotpFactor,
    RecoveryCode,
    Passkey,
    FactorReset,
  ],
});
