import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'webhook_deliveries';
const INDEX = new TableIndex({
  name: 'webhook_deliveries_status',
  columnNames: ['webhook_id', 'status', 'delivery_id'],
});

/** An index for the lists of deliveries by status, and for the oldest delivery that was not sent. */
export class DeliveryStatus1764000000016 implements MigrationInterface {
  readonly name = 'DeliveryStatus1764000000016';

  async up(runner: QueryRunner): Promise<void> {
    const known = (await runner.getTable(TABLE))?.indices.map(({ name }) => name) ?? [];
    if (!known.includes(INDEX.name)) await runner.createIndex(TABLE, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
  }
}
