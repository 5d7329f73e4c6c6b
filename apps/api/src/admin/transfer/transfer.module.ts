import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { Stopping } from '../../stream/stopping.js';
import { ExportService } from './export.service.js';
import { ImportRows } from './import.rows.js';
import { ImportService } from './import.service.js';
import { ImportWriter } from './import.writer.js';
import { ImportBatchService } from './import-batch.service.js';
import { TransferController } from './transfer.controller.js';

/** Users by the file: in, out, and what came in taken back. */
@Module({
  imports: [AdminTokensModule, EventsModule, UsersModule, TokensModule, MailModule],
  controllers: [TransferController],
  providers: [ImportRows, ImportWriter, ImportService, ImportBatchService, ExportService, Stopping],
  exports: [ImportService, ImportBatchService, ExportService],
})
export class TransferModule {}
