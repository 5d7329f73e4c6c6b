import { Env } from '@app/config';
import type { FollowedLink, PageFacts, PurposeWithPage } from '@app/flows';
import { LinkConsumer } from '@app/flows';

import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { confirmPage } from '../pages/confirm-page.js';
import { sendPage } from '../pages/html-page.js';
import { PageContext } from '../pages/page-context.js';

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
    private readonly consumer: LinkConsumer,
  ) {}

  /**
   * Answers a GET: shows the page with the button if the settings require it, else follows the link.
   * @throws {ApiError} INVALID_LINK
   */
  async open(visit: LinkVisit, purpose: PurposeWithPage, follow: () => Promise<string>): Promise<void> {
    // A HEAD uses no link.
    const follows = this.env.linkConfirm === 'none' && visit.request.method !== 'HEAD';
    await (follows ? this.redirect(visit, follow) : this.ask(visit, purpose));
  }

  /**
   * Answers a GET of a link that always needs the page.
   * @param describe finds what the page says about the account
   * @throws {ApiError} INVALID_LINK
   */
  async ask(
    visit: LinkVisit,
    purpose: PurposeWithPage,
    describe?: (link: FollowedLink) => Promise<PageFacts>,
  ): Promise<void> {
    if (visit.request.method === 'HEAD') await visit.reply.send();
    else await this.showPage(visit, purpose, describe);
  }

  /** Redirects to the screen of the sign-in pages that uses the link up; false for a link that needs none. */
  async showScreen({ request, reply }: LinkVisit, find: () => Promise<string | undefined>): Promise<boolean> {
    if (request.method === 'HEAD') return false;
    const screen = await find();
    if (screen !== undefined) await reply.redirect(screen, 302);
    return screen !== undefined;
  }

  /** Follows the link and redirects to the returned URL. */
  async redirect({ reply }: LinkVisit, follow: () => Promise<string>): Promise<void> {
    await reply.redirect(await follow(), 302);
  }

  private async showPage(
    { token, request, reply }: LinkVisit,
    purpose: PurposeWithPage,
    describe: (link: FollowedLink) => Promise<PageFacts> = async () => ({}),
  ): Promise<void> {
    const link = await this.consumer.require(token, purpose);
    // The target of such a link is the service itself: it answers errors by a page.
    const errorUrl = purpose === 'secure_account' ? undefined : await this.consumer.errorUrlOf(link);
    if (errorUrl === undefined) {
      const targets = [link.target, ...(purpose === 'verify_email' ? [this.env.appUrl] : [])];
      const context = new PageContext(this.env, request);
      await sendPage(reply, 200, { ...confirmPage(context, link, token, await describe(link)), targets });
    } else await reply.redirect(errorUrl, 302);
  }
}
