export { AccountService } from './accounts.js';
export { EmailChange } from './email-change.js';
export { SecureAccountService } from './secure-account.service.js';
