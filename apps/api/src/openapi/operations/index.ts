import { ADMIN_OPERATIONS } from './admin-operations.js';
import { FACTOR_OPERATIONS } from './factor-operations.js';
import { LINK_OPERATIONS } from './link-operations.js';
import type { OperationText } from './operation-text.js';
import { PASSKEY_OPERATIONS } from './passkey-operations.js';
import { SERVICE_OPERATIONS } from './service-operations.js';
import { USER_OPERATIONS } from './user-operations.js';

const ALL = {
  ...USER_OPERATIONS,
  ...FACTOR_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...LINK_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

/** The unique name of an operation in the OpenAPI document. */
export type OperationId = keyof typeof ALL;

export const OPERATIONS: Record<OperationId, OperationText> = ALL;
