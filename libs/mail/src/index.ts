export { AdministratorNotices } from './administrator-notices.js';
export { isInboxInstalled } from './dev-inbox-package.js';
export { type EmailFilter, EmailQueries } from './email-queries.js';
export type { FactorNotice, Requester, SecureLink, SignInFacts } from './emails/email-kinds.js';
export { type EmailPreview, EmailPreviews, type PreviewedKind } from './emails/email-previews.js';
export { EmailWriter } from './emails/email-writer.js';
export {
  dateInWords,
  directionOf,
  LANGUAGES,
  type Language,
  lookUp,
  pageLanguages,
  supportedLanguage,
  timeInWords,
} from './emails/languages.js';
export { KeyNotices } from './key-notices.js';
export { MailModule } from './mail.module.js';
export { MailService } from './mail.service.js';
export { ehloName } from './mail-transport.js';
export { MailWorkerModule } from './mail-worker.module.js';
export { EMAIL_STATUSES, type EmailStatus, Message } from './message.entity.js';
