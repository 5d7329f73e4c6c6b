import { ActivityJob, FactorResetJob, FirstToken, FlowsModule, RelyingPartyNotice } from '@app/flows';
import { MailWorkerModule } from '@app/mail';
import { WebhookWorkerModule } from '@app/webhooks';
import { Module } from '@nestjs/common';

/** What the service does by itself. The command line does not. */
@Module({
  imports: [FlowsModule, MailWorkerModule, WebhookWorkerModule],
  providers: [ActivityJob, FactorResetJob, FirstToken, RelyingPartyNotice],
})
export class WorkersModule {}
