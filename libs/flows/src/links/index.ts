export { EmailCodeRequestService } from './email-code/email-code-request.service.js';
export { EmailCodeSignInService } from './email-code/email-code-sign-in.service.js';
export { LinkConsumer } from './followed/link-consumer.js';
export { MagicLinkService } from './followed/magic-link.service.js';
export { VerificationService } from './followed/verification.service.js';
export { LinkService } from './link.service.js';
export type { IssuedCode } from './link-mailer.js';
export type { MadeLink } from './link-maker.js';
export { RedirectUrls } from './redirect-urls.js';
