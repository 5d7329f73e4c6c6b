import { ADMIN_OPERATIONS } from './admin/admin-operations.js';
import { EXTERNAL_ADMIN_OPERATIONS } from './admin/external-admin-operations.js';
import { WEBHOOK_OPERATIONS } from './admin/webhook-operations.js';
import { EXTERNAL_OPERATIONS } from './external-operations.js';
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
  ...EXTERNAL_OPERATIONS,
  ...LINK_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...EXTERNAL_ADMIN_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

/** The unique name of an operation in the OpenAPI document. */
export type OperationId = keyof typeof ALL;

export const OPERATIONS: Record<OperationId, OperationText> = ALL;
