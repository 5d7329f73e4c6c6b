import { Database } from '@app/database';
import { EventLog } from '@app/events';
import { SigningKeys } from '@app/tokens';
import { Injectable } from '@nestjs/common';

/** Replacing the key that signs. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly events: EventLog,
  ) {}

  /**
   * Lets the next key take over, and answers with its `kid`: at once, or when it has been published for long enough.
   * Until it has, to ask again changes nothing; of many who ask in the same moment, one does it for all.
   */
  async rotate(): Promise<string> {
    const successor = await this.keys.successor();
    const { kid, decided } = successor;
    if (!decided) {
      await this.database.transaction(async () => {
        if (await this.keys.promote(successor)) await this.events.record('admin.key_rotated', { data: { kid } });
      });
    }
    // It is done already; a process that cannot read it now does so by itself, like all others.
    await this.keys.reload().catch(() => undefined);
    return kid;
  }
}
