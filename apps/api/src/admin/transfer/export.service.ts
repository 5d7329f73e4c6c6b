import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { UserBatches } from '@app/users';
import { Injectable } from '@nestjs/common';
import { toExportLine } from './transfer.dto.js';

/** Each may have 16 KiB of metadata, and a client that has stopped reading holds some pages up in memory. */
const PAGE_SIZE = 100;

/** Every user as a line of text, as an import reads it. */
@Injectable()
export class ExportService {
  constructor(
    private readonly database: Database,
    private readonly batches: UserBatches,
    private readonly events: EventLog,
  ) {}

  /**
   * Lines in the order of the uids, a hundred at a time, read as they are asked for: no statement is open meanwhile,
   * and a user who comes or goes is in it or not. That it was asked for is in the log before the first one.
   */
  async run(withHashes: boolean): Promise<AsyncGenerator<string>> {
    await this.database.transaction(() =>
      this.events.record('admin.exported', { data: { include_hashes: withHashes } }),
    );
    return this.pages(withHashes, await this.batches.page('', PAGE_SIZE, withHashes));
  }

  private async *pages(withHashes: boolean, first: Awaited<ReturnType<UserBatches['page']>>): AsyncGenerator<string> {
    for (let page = first; ; ) {
      const last = page.at(-1);
      if (!last) return;
      yield page.map(toExportLine).join('');
      if (page.length < PAGE_SIZE) return;
      page = await this.batches.page(last.uid, PAGE_SIZE, withHashes);
    }
  }
}
