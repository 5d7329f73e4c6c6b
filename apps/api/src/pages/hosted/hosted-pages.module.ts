import type { Env } from '@app/config';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '../../access/access.module.js';
import { FilesModule } from '../../files/built-pages.js';
import { AccountUrlsController } from './account-urls.controller.js';
import { BrandingController } from './branding.controller.js';
import { HostedPagesController } from './hosted-pages.controller.js';
import { UiController } from './ui.controller.js';

/** The sign-in pages, and what they need besides the API. Pages of products read the facts, too, and those of links have the branding. */
@Module({ imports: [AccessModule], controllers: [UiController] })
export class HostedPagesModule {
  static forRoot({ pages }: Env): DynamicModule {
    const branded = pages.on || pages.branding ? [BrandingController] : [];
    if (!pages.on) return { module: HostedPagesModule, controllers: branded };
    return {
      module: HostedPagesModule,
      controllers: [AccountUrlsController, ...branded, HostedPagesController],
      imports: [FilesModule],
    };
  }
}
