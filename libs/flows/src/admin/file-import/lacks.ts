import type { Omission, WithoutPassword } from '../converters/record/part.js';
import { ImportErrors } from '../import-export/rows/import-errors.js';

export type LineOmission = Omission & { line: number };
export type LineWithoutPassword = WithoutPassword & { line: number };

/** What the users of an import lack of what they had in the source. */
export class Lacks {
  readonly omitted = new ImportErrors<LineOmission>();
  readonly withoutPassword = new ImportErrors<LineWithoutPassword>();

  async note(line: number, parts: Omission[], without?: WithoutPassword): Promise<void> {
    await this.omitted.add(parts.map((part) => ({ line, ...part })));
    if (without) await this.withoutPassword.add([{ line, ...without }]);
  }

  async close(): Promise<void> {
    await this.omitted.close();
    await this.withoutPassword.close();
  }
}
