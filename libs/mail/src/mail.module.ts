import { Env } from '@app/config';
import { StatsModule } from '@app/stats';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailerModule } from '@nestjs-modules/mailer';
import { EmailWriter } from './email-writer.js';
import { MailService, Message } from './mail.service.js';
import { ehloName } from './mail-transport.js';

/** Shorter than a claim of 55 s (mail.service.ts): an email is sent or has failed before another process can claim it. */
const SEND_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 5;

@Module({
  imports: [
    StatsModule,
    TypeOrmModule.forFeature([Message]),
    MailerModule.forRootAsync({
      imports: [],
      inject: [Env],
      useFactory: (env: Env) => ({
        sendTimeout: SEND_TIMEOUT_MS,
        transport: {
          // Without a mail server the worker does not run, so this address is never used.
          url: env.smtpUrl ?? 'smtp://localhost',
          name: ehloName(env),
          pool: true,
          maxConnections: MAX_CONNECTIONS,
          connectionTimeout: CONNECT_TIMEOUT_MS,
          greetingTimeout: CONNECT_TIMEOUT_MS,
          dnsTimeout: CONNECT_TIMEOUT_MS,
          socketTimeout: SOCKET_TIMEOUT_MS,
          disableFileAccess: true,
          disableUrlAccess: true,
        },
      }),
    }),
  ],
  providers: [MailService, EmailWriter],
  exports: [MailService, EmailWriter, MailerModule],
})
export class MailModule {}
