import { MailWorkerModule } from '@app/mail';
import { WebhookWorkerModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { ActivityJob } from './activity/activity-job.js';
import { FirstToken } from './admin/tokens/first-token.js';
import { FactorResetJob } from './factor-reset/factor-reset-job.js';
import { FlowsModule } from './flows.module.js';
import { RelyingPartyNotice } from './passkeys/relying-party-notice.js';

/** What the service does by itself. The command line does not. */
@Module({
  imports: [FlowsModule, MailWorkerModule, WebhookWorkerModule],
  providers: [ActivityJob, FactorResetJob, FirstToken, RelyingPartyNotice],
})
export class WorkersModule {}
