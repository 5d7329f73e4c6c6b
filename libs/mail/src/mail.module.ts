import { Env } from '@app/config';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailerModule } from '@nestjs-modules/mailer';
import { Letters } from './letters.js';
import { MailService } from './mail.service.js';
import { Message } from './message.entity.js';
import { Outbox } from './outbox.js';
import { Postman } from './postman.js';
import { Sender } from './sender.js';

/** Well below the 55 s of a claim (outbox.ts): a letter is sent or given up before another process claims it. */
const SEND_TIMEOUT_MS = 45_000;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 5;

@Module({
  imports: [
    TypeOrmModule.forFeature([Message]),
    MailerModule.forRootAsync({
      imports: [],
      inject: [Env],
      useFactory: (env: Env) => ({
        sendTimeout: SEND_TIMEOUT_MS,
        transport: {
          // Without a mail server nothing is ever handed over: nobody gets to write a letter.
          url: env.smtpUrl ?? 'smtp://localhost',
          pool: true,
          maxConnections: MAX_CONNECTIONS,
          connectionTimeout: CONNECT_TIMEOUT_MS,
          greetingTimeout: CONNECT_TIMEOUT_MS,
          dnsTimeout: CONNECT_TIMEOUT_MS,
          socketTimeout: SILENCE_TIMEOUT_MS,
          disableFileAccess: true,
          disableUrlAccess: true,
        },
      }),
    }),
  ],
  providers: [MailService, Outbox, Sender, Postman, Letters],
  exports: [MailService],
})
export class MailModule {}
