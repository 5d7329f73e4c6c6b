import { Env } from '@app/config';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from './clock.js';
import { ClientDataSource, type ClientOptions, clientOptions, createClient } from './data-source.js';
import { Database } from './database.js';
import { PeriodicJobs } from './periodic-jobs.js';
import { SqlClient } from './sql-client.js';

/** The database for every module. TypeORM does not connect here: `Database.start()` does, and can wait. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [SqlClient],
      useFactory: (client: SqlClient) => ({
        ...clientOptions(client),
        autoLoadEntities: true,
        manualInitialization: true,
      }),
      dataSourceFactory: async (options) => new ClientDataSource(options as ClientOptions),
    }),
  ],
  providers: [
    { provide: SqlClient, inject: [Env], useFactory: ({ database }: Env) => createClient(database) },
    Database,
    Clock,
    PeriodicJobs,
  ],
  exports: [SqlClient, Database, Clock, PeriodicJobs],
})
export class DatabaseModule {}
