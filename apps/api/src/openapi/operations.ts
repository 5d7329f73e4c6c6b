import { ADMIN_OPERATIONS } from './operations/admin/admin-operations.js';
import { CLIENT_OPERATIONS } from './operations/admin/client-operations.js';
import { CONSOLE_OPERATIONS } from './operations/admin/console-operations.js';
import { EXTERNAL_ADMIN_OPERATIONS } from './operations/admin/external-admin-operations.js';
import { INSPECTION_OPERATIONS } from './operations/admin/inspection-operations.js';
import { USER_LIST_OPERATIONS } from './operations/admin/user-list-operations.js';
import { WEBHOOK_OPERATIONS } from './operations/admin/webhook-operations.js';
import { EXTERNAL_OPERATIONS } from './operations/external-operations.js';
import { FACTOR_OPERATIONS } from './operations/factor-operations.js';
import { LINK_OPERATIONS } from './operations/link-operations.js';
import { MACHINE_OPERATIONS } from './operations/machine-operations.js';
import type { OperationText } from './operations/operation-text.js';
import { PASSKEY_OPERATIONS } from './operations/passkey-operations.js';
import { SERVICE_OPERATIONS } from './operations/service-operations.js';
import { USER_OPERATIONS } from './operations/user-operations.js';

const ALL = {
  ...USER_OPERATIONS,
  ...FACTOR_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...EXTERNAL_OPERATIONS,
  ...LINK_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...EXTERNAL_ADMIN_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...INSPECTION_OPERATIONS,
  ...USER_LIST_OPERATIONS,
  ...CONSOLE_OPERATIONS,
  ...MACHINE_OPERATIONS,
  ...CLIENT_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

/** The unique name of an operation in the OpenAPI document. */
export type OperationId = keyof typeof ALL;

export const OPERATIONS: Record<OperationId, OperationText> = ALL;
