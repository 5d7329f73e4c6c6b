export type { FirebaseHashConfig, Source, SourceOptions, WithoutPassword } from '@app/importers';
export {
  CSV_FIELDS,
  isCsvField,
  isRpId,
  parseFirebaseHashConfig,
  problemOfText,
  SOURCE_OF_OPTION,
  SOURCES,
  withoutMark,
} from '@app/importers';
export type { Taken } from '../accounts/theft.js';
export { ChecksService, type Report } from '../doctor/run-checks.js';

export {
  CreateProviderRequest,
  ProviderList,
  ProviderTest,
  ProviderView,
  toFacts,
  toProviderList,
  toProviderView,
  UpdateProviderRequest,
} from '../providers/providers.dto.js';
export { AdminProviderService } from '../providers/providers.service.js';
export { ConsoleSignIn } from './console-sign-in.js';
export { AdminFactorsView, FactorResetView, ResetFactorsRequest, toAdminFactors } from './factors.dto.js';
export { ImpersonationService } from './impersonation.service.js';
export { previewCsv } from './imports/csv-preview.js';
export { ExportService } from './imports/export.service.js';
export {
  checkedText,
  type FileImport,
  FileImportResult,
  FileImportService,
  InterruptedFileImport,
  Lacks,
} from './imports/file-import.service.js';
export {
  type ImportReport,
  ImportService,
  linesOf,
} from './imports/import.service.js';
export { ImportBatchService } from './imports/import-batch.service.js';

export { ImportedIdentities, toNewFactors } from './imports/imported-factors.dto.js';
export {
  ExportQuery,
  ImportList,
  ImportQuery,
  ImportResult,
  RemovedBatch,
  toExportOptions,
  toImportList,
  toImportText,
  toImportView,
} from './imports/imports.dto.js';
export { Staging, stageFile } from './imports/staging.js';
export { KeyList, type KeyView, RotatedKey, toKeyList } from './keys.dto.js';
export { AdminLinkService } from './links.service.js';
export { OperationsService } from './operations.service.js';
export {
  OwnData,
  PersonalDataService,
  PersonExport,
  type PersonTables,
  toPersonText,
} from './personal-data.js';
export { ActivityJob, type Series, StatsService } from './stats.js';
export {
  CreatedToken,
  CreateTokenRequest,
  ExpireTokenRequest,
  RevokeTokenRequest,
  TakenView,
  TokenList,
  TokenView,
  toTokenList,
  toTokenView,
} from './tokens.dto.js';
export { AdminTokenService, FirstToken } from './tokens.service.js';
export { UserAccessService } from './user-access.service.js';
export { BulkRequest, BulkResult, toBulkResult } from './user-bulk.dto.js';
export { BULK_ACTIONS, type BulkAction, type BulkOrder, UserBulk } from './user-bulk.js';
export { parameterOf, toUserFilter, UserFilterQuery, UserLookup, UserQuery } from './user-search.js';
export {
  AdminCreatedUser,
  AdminCreateUserRequest,
  AdminUpdateUserRequest,
  AdminUserList,
  AdminUserView,
  toAccountFacts,
  toAdminUser,
  toAdminUserList,
  toUserChanges,
} from './users.dto.js';
export { AdminUserService } from './users.service.js';
export {
  CreateWebhookRequest,
  DeliveryList,
  DeliveryQuery,
  ReplayRequest,
  ReplayResult,
  toDeliveryList,
  toWebhook,
  toWebhookList,
  UpdateWebhookRequest,
  WebhookList,
  WebhookView,
} from './webhooks.dto.js';
export { AdminWebhookService } from './webhooks.service.js';
