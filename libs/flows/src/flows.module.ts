import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { StatsModule } from '@app/stats';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { WebhooksModule } from '@app/webhooks';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountFlows } from './accounts/account-flows.module.js';
import { AdminFlows } from './admin/admin-flows.module.js';
import { RecordReader } from './input/records.js';
import { MachineFlows } from './machines/machine-flows.module.js';
import { SignInFlows } from './modules/sign-in-flows.module.js';

const CHAPTERS = [SignInFlows, AccountFlows, MachineFlows, AdminFlows];
const LIBRARIES = [
  AdminTokensModule,
  UsersModule,
  TokensModule,
  FactorsModule,
  FederationModule,
  MailModule,
  EventsModule,
  WebhooksModule,
  StatsModule,
  ClientsModule,
];

/** All flows, and the libraries below them. It starts no work of its own: see the workers of the service. */
@Module({ imports: [...LIBRARIES, ...CHAPTERS], exports: [...LIBRARIES, ...CHAPTERS] })
export class FlowsModule {
  /** @param records reads what does not come in requests */
  static with(records: RecordReader): DynamicModule {
    const providers = [{ provide: RecordReader, useValue: records }];
    const reader = { module: class Records {}, global: true, providers, exports: [RecordReader] };
    return { module: FlowsModule, imports: [reader] };
  }
}
