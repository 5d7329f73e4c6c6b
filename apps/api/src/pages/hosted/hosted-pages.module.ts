import type { Env } from '@app/config';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { AccountUrlsController } from './account-urls.controller.js';
import { BrandingController } from './branding.controller.js';
import { UiController } from './ui.controller.js';

/** What the sign-in pages need besides the API. Pages of products read the facts, too. */
@Module({ imports: [AccessModule], controllers: [UiController] })
export class HostedPagesModule {
  static forRoot({ pages }: Env): DynamicModule {
    return { module: HostedPagesModule, controllers: pages.on ? [AccountUrlsController, BrandingController] : [] };
  }
}
