import 'reflect-metadata';
import { loadEnv } from '@app/config';
import { dataSourceOptions } from '@app/database';
import { Session, SigningKey } from '@app/tokens';
import { User } from '@app/users';
import { DataSource } from 'typeorm';

/** The data source for TypeORM's own commands: `npm run build && npx typeorm -d dist/ormconfig.js migration:show`. */
export default new DataSource({
  ...dataSourceOptions(loadEnv().database),
  entities: [User, Session, SigningKey],
});
