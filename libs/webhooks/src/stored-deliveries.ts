import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Delivery } from './store/delivery.entity.js';

/** The deliveries of events about a person. */
@Injectable()
export class StoredDeliveries implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    return {
      webhook_deliveries: storedRows(this.database, Delivery, {
        where: { uid },
        by: 'deliveryId',
        index: 'webhook_deliveries_uid',
        properties: PROPERTIES,
      }),
    };
  }
}

const PROPERTIES: (keyof Delivery)[] = [
  'deliveryId',
  'webhookId',
  'eventId',
  'type',
  'position',
  'uid',
  'at',
  'status',
  'replay',
  'attempts',
  'lastStatus',
  'lastError',
  'createdAt',
  'dueAt',
  'sentAt',
];
