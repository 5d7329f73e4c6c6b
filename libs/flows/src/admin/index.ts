export type { Taken } from '../accounts/theft.js';
export { ChecksService, type Report } from './checks.service.js';
export { ConsoleSignIn } from './console-sign-in.js';
export { ConsoleSignOut } from './console-sign-out.js';
export { stageFile } from './converters/conversion.js';
export { CSV_FIELDS, isCsvField } from './converters/csv.js';
export { parseFirebaseHashConfig } from './converters/hosted/firebase-hash-config.js';
export { isRpId, SOURCE_OF_OPTION } from './converters/options.js';
export { problemOfText, withoutMark } from './converters/reading/text-form.js';
export type { WithoutPassword } from './converters/record/part.js';
export type { FirebaseHashConfig, Source, SourceOptions } from './converters/record/source.js';
export { SOURCES } from './converters/sources.js';
export { Staging } from './converters/staging/staging.js';
export { AdminFactorsView, FactorResetView, ResetFactorsRequest, toAdminFactors } from './factors.dto.js';
export { AdminFactorService } from './factors.service.js';
export { ConvertedImportService } from './file-import/converted-import.service.js';
export { previewCsv } from './file-import/csv-preview.js';
export { FileImportResult, InterruptedFileImport } from './file-import/file-answer.dto.js';
export { type FileImport, FileImportService } from './file-import/file-import.service.js';
export { checkedText } from './file-import/file-text.js';
export { Lacks } from './file-import/lacks.js';
export { AdminIdentityService } from './identities.service.js';
export { ImpersonationService } from './impersonation.service.js';
export { ExportService } from './import-export/export.service.js';
export { type ImportReport, ImportService } from './import-export/import.service.js';
export { ImportBatchService } from './import-export/import-batch.service.js';
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
} from './import-export/import-export.dto.js';
export { ImportErrors } from './import-export/rows/import-errors.js';
export { type ImportLine, type LineChunk, linesOf } from './import-export/rows/import-lines.js';
export { toNewFactors } from './imported-factors/imported-factors.dto.js';
export { ImportedIdentities } from './imported-factors/imported-identity.dto.js';
export { KeyList, type KeyView, RotatedKey, toKeyList } from './keys.dto.js';
export { KeysService } from './keys.service.js';
export { AdminLinkService } from './links.service.js';
export { AdminMessageService } from './messages.service.js';
export { AdminPasskeyService } from './passkeys.service.js';
export { OwnDataService } from './personal-data/own-data.service.js';
export { PersonErasureService } from './personal-data/person-erasure.service.js';
export { OwnData, PersonExport, toPersonText } from './personal-data/person-export.dto.js';
export { PersonExportService, type PersonTables } from './personal-data/person-export.service.js';
export { readFileProviders } from './providers/file-providers.js';
export {
  ProviderList,
  ProviderTest,
  ProviderView,
  toProviderList,
  toProviderView,
} from './providers/provider-views.dto.js';
export { CreateProviderRequest, toFacts, UpdateProviderRequest } from './providers/providers.dto.js';
export { AdminProviderService } from './providers/providers.service.js';
export { AdminSessionService } from './sessions.service.js';
export { ActivityJob } from './stats/activity-job.js';
export { type Series, SeriesService } from './stats/series.service.js';
export { StatsService } from './stats/stats.service.js';
export { FirstToken } from './tokens/first-token.js';
export { OnceLinks } from './tokens/once-links.js';
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
} from './tokens/tokens.dto.js';
export { AdminTokenService } from './tokens/tokens.service.js';
export { BulkRequest, BulkResult, toBulkResult } from './user-bulk.dto.js';
export { BULK_ACTIONS, type BulkAction, type BulkOrder, UserBulk } from './user-bulk.js';
export { UserChangeService } from './users/user-changes.service.js';
export { UserCreator } from './users/user-creator.js';
export { UserCsv } from './users/user-csv.js';
export { UserLookup } from './users/user-lookup.js';
export { parameterOf, toUserFilter, UserFilterQuery, UserQuery } from './users/user-query.dto.js';
export { UserRemover } from './users/user-remover.js';
export { AdminUserList, AdminUserView, toAdminUser, toAdminUserList } from './users/user-views.dto.js';
export {
  AdminCreatedUser,
  AdminCreateUserRequest,
  AdminUpdateUserRequest,
  toAccountFacts,
  toUserChanges,
} from './users/users.dto.js';
export { DeliveryList, DeliveryQuery, ReplayRequest, ReplayResult, toDeliveryList } from './webhooks/deliveries.dto.js';
export { AdminDeliveryService } from './webhooks/deliveries.service.js';
export {
  CreateWebhookRequest,
  toWebhook,
  toWebhookList,
  UpdateWebhookRequest,
  WebhookList,
  WebhookView,
} from './webhooks/webhooks.dto.js';
export { AdminWebhookService } from './webhooks/webhooks.service.js';
