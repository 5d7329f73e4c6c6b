import { Module } from '@nestjs/common';
import { FilesModule } from '../../files/built-pages.js';
import { HomeController } from './home.controller.js';
import { InboxUrl } from './inbox-url.js';

/** The page at the root of the service. It names the console if there is one. */
@Module({ imports: [FilesModule], controllers: [HomeController], providers: [InboxUrl] })
export class HomeModule {}
