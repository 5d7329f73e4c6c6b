import { Env } from '@app/config';
import { Controller, Get, Header, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';

const CACHE_SECONDS = 3_600;

/** Leads password managers and passkey managers to the account page, where both are changed. */
@ApiExcludeController()
@Controller('.well-known')
export class AccountUrlsController {
  private readonly account: string;

  constructor(env: Env) {
    this.account = `${env.baseUrl}/account`;
  }

  /** A well-known URL for changing passwords (W3C). */
  @Get('change-password')
  @Redirect()
  @Access('public')
  changePassword(): { url: string } {
    return { url: this.account };
  }

  /** A well-known URL for relying party passkey endpoints (W3C). */
  @Get('passkey-endpoints')
  @Header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  @Access('public')
  passkeyEndpoints(): { enroll: string; manage: string } {
    return { enroll: this.account, manage: this.account };
  }
}
