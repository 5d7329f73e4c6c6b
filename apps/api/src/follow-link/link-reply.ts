import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LinkUse } from './link-use.js';
import { type ConfirmedPurpose, confirmPage, pagePolicy, unknownLinkPage } from './pages.js';

/** A request for a link, and its reply. */
export interface LinkVisit {
  token: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers requests for links: by a redirect, a page with a button, or an error. */
@Injectable()
export class LinkReply {
  constructor(
    private readonly env: Env,
    private readonly use: LinkUse,
  ) {}

  /**
   * Answers a GET: shows the page with the button if the settings or the purpose require it, else follows the link.
   * @param follow left out for a link that always needs the page
   */
  async open(visit: LinkVisit, purpose: ConfirmedPurpose, follow?: () => Promise<string>): Promise<void> {
    // A HEAD uses no link.
    if (visit.request.method === 'HEAD') await visit.reply.send();
    else if (follow && this.env.linkConfirm === 'none') await this.redirect(visit, follow);
    else await this.orUnknownPage(visit, () => this.showPage(visit, purpose));
  }

  /** Follows the link and redirects to the returned URL. */
  async redirect(visit: LinkVisit, follow: () => Promise<string>): Promise<void> {
    await this.orUnknownPage(visit, async () => {
      await visit.reply.redirect(await follow(), 302);
    });
  }

  private async showPage({ token, reply }: LinkVisit, purpose: ConfirmedPurpose): Promise<void> {
    const link = await this.use.require(token, purpose);
    const errorUrl = await this.use.errorUrlOf(link);
    if (errorUrl === undefined) {
      const policy = pagePolicy(link.target, ...(purpose === 'verify_email' ? [this.env.appUrl] : []));
      await this.send(reply, confirmPage(this.env.appName, link, token), policy);
    } else await reply.redirect(errorUrl, 302);
  }

  /** Answers INVALID_LINK with a page if the client is a browser. */
  private async orUnknownPage({ request, reply }: LinkVisit, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const isBrowser = /\btext\/html\b/i.test(request.headers.accept ?? '');
      if (!isBrowser || !(error instanceof ApiError) || error.code !== 'INVALID_LINK') throw error;
      await this.send(reply.status(400), unknownLinkPage(this.env.appName), pagePolicy());
    }
  }

  private async send(reply: FastifyReply, page: string, policy: string): Promise<void> {
    await reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
  }
}
