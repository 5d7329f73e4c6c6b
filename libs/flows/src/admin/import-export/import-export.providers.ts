import { ExportService } from './export.service.js';
import { ImportService } from './import.service.js';
import { ImportBatchService } from './import-batch.service.js';
import { ImportReader } from './rows/import-reader.js';
import { ImportWriter } from './targets/import-writer.js';
import { UsedKeysFinder } from './targets/used-keys.js';

/** The services of imports and exports, for the module of the admin API. */
export const IMPORT_EXPORT = [
  ImportReader,
  ImportWriter,
  UsedKeysFinder,
  ImportService,
  ImportBatchService,
  ExportService,
];
