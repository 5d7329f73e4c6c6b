import { Env } from '@app/config';
import { type LinkPurpose, LinkStore, type NewLink } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { withParameters } from './with-parameters.js';

/** A link, told this once. */
export interface MadeLink {
  /** Its whole address. */
  link: string;
  token: string;
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
}

/** Makes links as they stand in letters. They are built from `BASE_URL`, never from what a request says of the host. */
@Injectable()
export class LinkMaker {
  constructor(
    private readonly env: Env,
    private readonly links: LinkStore,
  ) {}

  /** Where links lead that name no other address. */
  get home(): string {
    return this.env.appUrl;
  }

  /** @param link its target is one that `RedirectUrls` has let through */
  async make(link: NewLink): Promise<MadeLink> {
    const made = await this.links.create(link);
    return { ...made, link: withParameters(this.start(link.purpose, link.target), { token: made.token }) };
  }

  /** A reset link leads to its target at once, which asks for the new password; the others come to us before. */
  private start(purpose: LinkPurpose, target: string): string {
    const { baseUrl } = this.env;
    return {
      magic_link: `${baseUrl}/api/auth/magic-link/verify`,
      verify_email: `${baseUrl}/api/auth/user/verify-email/confirm`,
      reset_password: target,
      undo_email_change: `${baseUrl}/api/auth/user/email/undo`,
    }[purpose];
  }
}
