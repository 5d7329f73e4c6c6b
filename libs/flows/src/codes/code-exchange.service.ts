import type { CallerIdentity } from '@app/auth';
import { ApiError } from '@app/errors';
import { type Client, OneTimeTokens, type OpenToken } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { type Exchanged, ExchangeService } from '../external/exchange.service.js';
import type { ExternalCode } from '../external/external-challenges.js';
import { type LinkCode, LinkCodes } from '../links/followed/link-codes.js';
import { Access } from '../revocation/access.js';
import { type BoundCode, CODES, isVerifierOf, type UsedCode } from '../sign-in/bound-code.js';
import { PageCodeExchange } from './page-code-exchange.js';
import type { PageCode } from './page-codes.js';

/** A code from the URL of a page, and the proof of the browser that began. */
export interface CodeExchangeRequest {
  code: string;
  codeVerifier: string;
}

/** Exchanges the codes that pages get in their URL, whatever they come from, for a session or a link to an identity. */
@Injectable()
export class CodeExchangeService {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly external: ExchangeService,
    private readonly links: LinkCodes,
    private readonly pages: PageCodeExchange,
    private readonly access: Access,
  ) {}

  /**
   * @param caller needed to link an identity, and without effect on a sign-in
   * @throws {ApiError} INVALID_CODE, and those of `ExchangeService`, `LinkCodes` and `PageCodeExchange`
   */
  async exchange(request: CodeExchangeRequest, caller: CallerIdentity | undefined, client: Client): Promise<Exchanged> {
    const found = await this.tokens.open<BoundCode>(request.code, ...CODES);
    if (!found) return this.refuseReused(request);
    const use = this.useOf(found, caller, client);
    if (!isVerifierOf(found.data.codeChallenge, request.codeVerifier)) {
      // A client with the code but without the verifier may have stolen it.
      await this.tokens.consume(found);
      throw new ApiError('INVALID_CODE', { reason: 'wrong code_verifier' });
    }
    const result = await use();
    return result === 'reused' ? this.refuseReused(request) : result;
  }

  /** What a code does. A caller who may not use it is refused before. */
  private useOf(
    found: OpenToken<BoundCode>,
    caller: CallerIdentity | undefined,
    client: Client,
  ): () => Promise<Exchanged | 'reused'> {
    if (found.purpose === 'link_code') return () => this.links.signIn(found as OpenToken<LinkCode>, client);
    if (found.purpose === 'page_code') return () => this.pages.exchange(found as OpenToken<PageCode>, client);
    const external = found as OpenToken<ExternalCode>;
    const linker = this.external.requireLinker(external, caller);
    return () => this.external.exchange(external, linker, client);
  }

  /**
   * A code that comes twice with its verifier was stolen: the session that it has opened ends (RFC 6749, section 4.1.2). A client
   * without the verifier could otherwise end the sessions of others.
   */
  private async refuseReused({ code, codeVerifier }: CodeExchangeRequest): Promise<never> {
    const used = await this.tokens.findUsed<UsedCode>(code, ...CODES);
    const session = used?.data.session;
    if (session && isVerifierOf(used.data.codeChallenge, codeVerifier))
      await this.access.end('token_reused', { uid: session.uid, session: session.sessionId });
    throw new ApiError('INVALID_CODE', { reason: used ? 'code used before' : 'unknown or expired code' });
  }
}
