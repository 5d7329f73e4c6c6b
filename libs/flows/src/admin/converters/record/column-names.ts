import { ApiError } from '@app/errors';

/** The same for names that differ in case, in blanks around them, and in dashes or blanks for underscores. */
const spelling = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '_');

/** The columns of a table. A converter finds them also by another spelling, which spreadsheets and databases change. */
export class ColumnNames {
  private readonly asked = new Map<string, string | undefined>();

  constructor(readonly all: readonly string[]) {}

  has(name: string): boolean {
    return this.all.includes(name) || this.similarTo(name).length > 0;
  }

  /**
   * The column with this name, or the one with another spelling of it.
   * @throws {ApiError} INVALID_REQUEST for two columns with other spellings of it
   */
  find(name: string): string | undefined {
    if (!this.asked.has(name)) this.asked.set(name, this.look(name));
    return this.asked.get(name);
  }

  /** The columns that no converter has asked for. */
  get unread(): string[] {
    const read = new Set(this.asked.values());
    return this.all.filter((name) => name !== '' && !read.has(name));
  }

  private look(name: string): string | undefined {
    if (this.all.includes(name)) return name;
    const [similar, other] = this.similarTo(name);
    if (other === undefined) return similar;
    throw new ApiError('INVALID_REQUEST', `The columns "${similar}" and "${other}" are both "${name}": rename one.`);
  }

  private similarTo(name: string): string[] {
    const wanted = spelling(name);
    return wanted === '' ? [] : this.all.filter((each) => spelling(each) === wanted);
  }
}
