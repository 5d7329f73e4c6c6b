import { ExportService } from './export.service.js';
import { ImportReader, ImportService } from './import.service.js';
import { ImportBatchService } from './import-batch.service.js';
import { ImportWriter, UsedKeysFinder } from './import-targets.js';

/** The services of imports and exports, for the module of the admin API. */
export const IMPORT_EXPORT = [
  ImportReader,
  ImportWriter,
  UsedKeysFinder,
  ImportService,
  ImportBatchService,
  ExportService,
];
