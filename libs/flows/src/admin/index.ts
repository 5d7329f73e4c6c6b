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

export { AdminProviderService, type ProviderChange } from '../providers/providers.service.js';
export { ConsoleSignIn } from './console-sign-in.js';
export { ImpersonationService } from './impersonation.service.js';
export { type ExportOptions, ExportService } from './imports/export.service.js';
export {
  checkedText,
  type FileImport,
  type FileImportAnswer,
  FileImportService,
  Lacks,
  previewCsv,
} from './imports/file-import.service.js';
export {
  ImportBatchService,
  type ImportReport,
  ImportService,
  type ListedImport,
  linesOf,
} from './imports/import.service.js';
export type { ImportError } from './imports/import-targets.js';
export {
  ImportedIdentities,
  LONGEST_PERIOD,
  SHORTEST_PERIOD,
  TOTP_DIGITS,
  toNewFactors,
} from './imports/imported-factors.js';
export { Staging, stageFile } from './imports/staging.js';
export { AdminLinkService } from './links.service.js';
export { OperationsService } from './operations.service.js';
export { PersonalDataService, type PersonTables, toPersonText } from './personal-data.js';
export { ActivityJob, type Series, StatsService } from './stats.js';
export { AdminTokenService, FirstToken } from './tokens.service.js';
export { type AdminFactorOverview, UserAccessService } from './user-access.service.js';
export { BULK_ACTIONS, type BulkAction, type BulkOrder, type BulkSlice, UserBulk } from './user-bulk.js';
export { type CountedUser, parameterOf, type SearchFilter, UserLookup } from './user-search.js';
export { AdminUserService } from './users.service.js';
export { AdminWebhookService, type MeasuredWebhook } from './webhooks.service.js';
