import 'reflect-metadata';
import { AdminToken, ConsoleSession } from '@app/admin';
import { ApiKey, Client, ClientSecret } from '@app/clients';
import { loadDatabaseLocation } from '@app/config';
import { createDataSource } from '@app/database';
import { EventCounter, LoggedEvent } from '@app/events';
import { FactorReset, Passkey, RecoveryCode, TotpFactor } from '@app/factors';
import { Identity, StoredProvider } from '@app/federation';
import { Message } from '@app/mail';
import { ActivityCounter, ActivityProgress } from '@app/stats';
import { Device, OneTimeToken, Session, SigningKey } from '@app/tokens';
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
    OneTimeToken,
    Device,
    Message,
    LoggedEvent,
    EventCounter,
    ActivityCounter,
    ActivityProgress,
    AdminToken,
    ConsoleSession,
    TotpFactor,
    RecoveryCode,
    Passkey,
    FactorReset,
    StoredProvider,
    Identity,
    Client,
    ClientSecret,
    ApiKey,
    Webhook,
    Delivery,
  ],
});
