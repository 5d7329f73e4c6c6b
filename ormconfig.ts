import 'reflect-metadata';
import { AdminToken } from '@app/admin';
import { loadDatabaseLocation } from '@app/config';
import { dataSourceOptions } from '@app/database';
import { LoggedEvent } from '@app/events';
import { Message } from '@app/mail';
import { Link, Session, SigningKey } from '@app/tokens';
import { User } from '@app/users';
import { DataSource } from 'typeorm';

/** The data source for TypeORM's own commands: `npm run build && npx typeorm -d dist/ormconfig.js migration:show`. */
export default new DataSource({
  ...dataSourceOptions(loadDatabaseLocation()),
  entities: [User, Session, SigningKey, Link, Message, LoggedEvent, AdminToken],
});
