import { Env } from '@app/config';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Chores } from './chores.js';
import { Clock } from './clock.js';
import { dataSourceOptions } from './data-source-options.js';
import { Database } from './database.js';

/** The database for every module. TypeORM does not connect here: `Database.start()` does, and can wait. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Env],
      useFactory: (env: Env) => ({
        ...dataSourceOptions(env.database),
        autoLoadEntities: true,
        manualInitialization: true,
      }),
    }),
  ],
  providers: [Database, Clock, Chores],
  exports: [Database, Clock, Chores],
})
export class DatabaseModule {}
