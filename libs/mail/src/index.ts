export { AdministratorNotices } from './administrator-notices.js';
export { isInboxInstalled } from './dev-inbox-package.js';
export { LetterDirectory, type LetterFilter } from './letter-directory.js';
export type { FactorNotice, Requester } from './letters/letter-kinds.js';
export { type LetterPreview, LetterPreviews, type PreviewedKind } from './letters/letter-previews.js';
export { Letters } from './letters/letters.js';
export { MailModule } from './mail.module.js';
export { MailService } from './mail.service.js';
export { LETTER_STATUSES, type LetterStatus, Message } from './message.entity.js';
