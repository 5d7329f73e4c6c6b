/** The flows of the admin API, for the command line. */

export { type CheckResult, runChecks } from '../doctor/run-checks.js';
export { FlowsModule } from '../flows.module.js';
export { stageFile } from './converters/conversion.js';
export { parseFirebaseHashConfig } from './converters/hosted/firebase-hash-config.js';
export { isCsvField, isRpId, SOURCE_OF_OPTION } from './converters/options.js';
export { problemOfText, withoutMark } from './converters/reading/text-form.js';
export type { WithoutPassword } from './converters/record/part.js';
export type { FirebaseHashConfig, Source, SourceOptions } from './converters/record/source.js';
export { SOURCES } from './converters/sources.js';
export { Staging } from './converters/staging/staging.js';
export { CSV_FIELDS } from './converters/tables/csv.js';
export { type AdminFactorsView, ResetFactorsRequest, toAdminFactors } from './factors/factors.dto.js';
export { AdminFactorService } from './factors/factors.service.js';
export { ConvertedImportService } from './file-import/converted-import.service.js';
export { Lacks } from './file-import/lacks.js';
export { ExportService } from './import-export/export.service.js';
export { type ImportReport, ImportService } from './import-export/import.service.js';
export { ImportBatchService } from './import-export/import-batch.service.js';
export { toImportView } from './import-export/import-export.dto.js';
export { ImportErrors } from './import-export/rows/import-errors.js';
export { type ImportLine, type LineChunk, linesOf } from './import-export/rows/import-lines.js';
export { type KeyView, toKeyList } from './keys/keys.dto.js';
export { KeysService } from './keys/keys.service.js';
export { PersonErasureService } from './personal-data/person-erasure.service.js';
export { toPersonText } from './personal-data/person-export.dto.js';
export { PersonExportService } from './personal-data/person-export.service.js';
export { readFileProviders } from './providers/file-providers.js';
export { type ProviderView, toProviderView } from './providers/provider-views.dto.js';
export { CreateProviderRequest, toFacts, UpdateProviderRequest } from './providers/providers.dto.js';
export { AdminProviderService } from './providers/providers.service.js';
export { OnceLinks } from './tokens/once-links.js';
export { CreateTokenRequest, toTokenList } from './tokens/tokens.dto.js';
export { AdminTokenService } from './tokens/tokens.service.js';
export { UserChangeService } from './users/user-changes.service.js';
export { UserLookup } from './users/user-lookup.js';
export { type AdminUserView, toAdminUser, toAdminUserList } from './users/user-views.dto.js';
export {
  AdminCreateUserRequest,
  AdminUpdateUserRequest,
  toAccountFacts,
  toUserChanges,
  toUserFilter,
  UserQuery,
} from './users/users.dto.js';
export { AdminUserService } from './users/users.service.js';
export { DeliveryQuery, ReplayRequest, toDeliveryList } from './webhooks/deliveries.dto.js';
export { AdminDeliveryService } from './webhooks/deliveries.service.js';
export { CreateWebhookRequest, toWebhook, toWebhookList, UpdateWebhookRequest } from './webhooks/webhooks.dto.js';
export { AdminWebhookService } from './webhooks/webhooks.service.js';
