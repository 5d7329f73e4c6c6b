import { Env } from '@app/config';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ConfirmedPurpose, confirmPage } from '../pages/confirm-page.js';
import { sendPage } from '../pages/page.js';
import { LinkUse } from './link-use.js';

/** A request for a link, and its reply. */
export interface LinkVisit {
  token: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers requests for links: by a redirect, or a page with a button. */
@Injectable()
export class LinkReply {
  constructor(
    private readonly env: Env,
    private readonly use: LinkUse,
  ) {}

  /**
   * Answers a GET: shows the page with the button if the settings or the purpose require it, else follows the link.
   * @param follow left out for a link that always needs the page
   * @throws {ApiError} INVALID_LINK
   */
  async open(visit: LinkVisit, purpose: ConfirmedPurpose, follow?: () => Promise<string>): Promise<void> {
    // A HEAD uses no link.
    if (visit.request.method === 'HEAD') await visit.reply.send();
    else if (follow && this.env.linkConfirm === 'none') await this.redirect(visit, follow);
    else await this.showPage(visit, purpose);
  }

  /** Follows the link and redirects to the returned URL. */
  async redirect({ reply }: LinkVisit, follow: () => Promise<string>): Promise<void> {
    await reply.redirect(await follow(), 302);
  }

  private async showPage({ token, reply }: LinkVisit, purpose: ConfirmedPurpose): Promise<void> {
    const link = await this.use.require(token, purpose);
    const errorUrl = await this.use.errorUrlOf(link);
    if (errorUrl === undefined) {
      const targets = [link.target, ...(purpose === 'verify_email' ? [this.env.appUrl] : [])];
      await sendPage(reply, 200, { ...confirmPage(this.env.appName, link, token), targets });
    } else await reply.redirect(errorUrl, 302);
  }
}
