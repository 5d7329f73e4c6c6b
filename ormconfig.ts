import 'reflect-metadata';
import { AdminToken, ConsoleSession } from '@app/admin';
import { ApiKey, Client, ClientSecret, UsedAssertion } from '@app/clients';
import { loadDatabaseLocation } from '@app/config';
import { createDataSource } from '@app/database';
import { EventCounter, LoggedEvent } from '@app/events';
import { Challenge, FactorReset, Passkey, RecoveryCode, TotpFactor } from '@app/factors';
import { Identity, StoredProvider } from '@app/federation';
import { Message } from '@app/mail';
import { ActivityCounter, ActivityProgress } from '@app/stats';
import { Device, Link, Session, SigningKey } from '@app/tokens';
import { ImportBatch, SignInAddress, User, UserRole } from '@app/users';
import { Delivery, Webhook } from '@app/webhooks';

/** The data source for TypeORM's own commands: `npm run build && npx typeorm -d dist/ormconfig.js migration:show`. */
export default createDataSource(loadDatabaseLocation(), {
  entities: [
    User,
    UserRole,
    SignInAddress,
    ImportBatch,
    Session,
    SigningKey,
    Link,
    Device,
    Message,
    LoggedEvent,
    EventCounter,
    ActivityCounter,
    ActivityProgress,
    AdminToken,
    ConsoleSession,
    Challenge,
    TotpFactor,
    RecoveryCode,
    Passkey,
    FactorReset,
    StoredProvider,
    Identity,
    Client,
    ClientSecret,
    UsedAssertion,
    ApiKey,
    Webhook,
    Delivery,
  ],
});
