export { type FollowedLink, LinkConsumer, type PageFacts, type PurposeWithPage } from '../mailbox/link-consumer.js';
export { MailboxSignIn } from '../mailbox/mailbox-sign-in.js';
export { VerificationService } from '../mailbox/verification.service.js';
export { LinkService } from './link.service.js';
export type { IssuedCode, MadeLink } from './link-mailer.js';
export { RedirectUrls } from './redirect-urls.js';
export { UnknownPages } from './unknown-pages.js';
