import { Module } from '@nestjs/common';
import { HomeController } from './home.controller.js';
import { InboxUrl } from './inbox-url.js';

/** The page at the root of the service. */
@Module({ controllers: [HomeController], providers: [InboxUrl] })
export class HomeModule {}
