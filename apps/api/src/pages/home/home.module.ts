import type { Env } from '@app/config';
import { type DynamicModule, Module } from '@nestjs/common';
import { ConsoleModule } from '../../console/console.module.js';
import { HomeController } from './home.controller.js';
import { InboxUrl } from './inbox-url.js';

/** The page at the root of the service. */
@Module({ controllers: [HomeController], providers: [InboxUrl] })
export class HomeModule {
  /** The page names the console if there is one. */
  static forRoot(env: Env): DynamicModule {
    return { module: HomeModule, imports: env.console ? [ConsoleModule] : [] };
  }
}
