export { AccountCreator } from './account-creator.js';
export { AccountRemover } from './account-remover.js';
export { AccountUpdater } from './account-updater.js';
export { EmailChange } from './email-change.js';
export { SecureAccountService } from './secure-account.service.js';
export { toUser, UserView } from './user-view.js';
