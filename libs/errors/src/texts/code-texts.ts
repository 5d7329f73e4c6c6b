import type { ErrorCode } from '../codes.js';
import { ACCOUNT_TEXTS } from './account-texts.js';
import { ADMIN_TEXTS } from './admin-texts.js';
import type { CodeText } from './code-text.js';
import { MACHINE_TEXTS } from './machine-texts.js';
import { SIGN_IN_TEXTS } from './sign-in-texts.js';

/** The text of each error code for docs/reference/error-codes.md. A code without a text does not compile. */
export const CODE_TEXTS: Record<ErrorCode, CodeText> = {
  ...ACCOUNT_TEXTS,
  ...SIGN_IN_TEXTS,
  ...MACHINE_TEXTS,
  ...ADMIN_TEXTS,
};
