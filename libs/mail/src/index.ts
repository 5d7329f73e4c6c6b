export type {
  ContentOf,
  EmailContent,
  EmailKind,
  LinkEmail,
  Requester,
  SecureLink,
  SignInFacts,
} from './email-kinds.js';
export { type EmailPreview, EmailWriter, type PreviewedKind } from './email-writer.js';
export {
  dateInWords,
  directionOf,
  LANGUAGES,
  type Language,
  lookUp,
  pageLanguages,
  supportedLanguage,
  timeInWords,
} from './languages.js';
export { MailModule } from './mail.module.js';
export { EMAIL_STATUSES, type EmailFilter, type EmailStatus, MailService, Message } from './mail.service.js';
export { ehloName, isInboxInstalled } from './mail-transport.js';
export { MailWorkerModule } from './outbox-worker.js';
