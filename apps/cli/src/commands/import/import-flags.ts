import type { OutputOptions } from '../../terminal/output.js';
import type { SourceFlags } from './flags.js';

export interface ImportFlags extends OutputOptions, SourceFlags {
  from: string;
  dryRun?: boolean;
  resume?: string;
}
