import { SettingsError } from '@app/config';
import handlebars from 'handlebars';
import { LAYOUT_VALUES } from './email-kinds.js';

/** The helpers of Handlebars that an email can need. */
const HELPERS = ['if', 'unless'];

/** Where a template comes from. */
export interface TemplateSource {
  /** Its file, or the name that its file would have. */
  name: string;
  /** Whether it is of the service. */
  builtIn: boolean;
  read(): string;
}

/** A template of an email, read and checked. */
export class Template {
  private readonly fillIn: (values: object) => string;

  /**
   * @param values the names of the values that it can use
   * @throws {SettingsError} when the source cannot be read or parsed, or uses another value
   */
  constructor(
    readonly source: TemplateSource,
    values: string[],
  ) {
    const isText = source.name.endsWith('.txt.hbs');
    try {
      const program = handlebars.parse(source.read());
      new UsedValues(values, isText).accept(program);
      this.fillIn = handlebars.compile(program, { noEscape: isText, strict: true });
    } catch (error) {
      throw this.invalid(`cannot be used: ${firstLine(error)}`);
    }
  }

  fill(values: object): string {
    return this.fillIn(values);
  }

  /** Fills it with sample values, and requires one of them in the result. @throws {SettingsError} */
  check(values: Record<string, unknown>, required?: { name: string; text: string }): void {
    let result: string;
    try {
      result = this.fill(values);
    } catch (error) {
      throw this.invalid(`cannot be used: ${firstLine(error)}`);
    }
    if (required && !result.includes(required.text)) throw this.invalid(`does not contain {{${required.name}}}`);
  }

  private invalid(problem: string): SettingsError {
    return invalidTemplates(`${this.source.name} ${problem}`);
  }
}

export function invalidTemplates(problem: string): SettingsError {
  const allowed = 'a folder of Handlebars templates; those of the service replace missing ones';
  return new SettingsError([{ variable: 'MAIL_TEMPLATES_DIR', wrong: problem, allowed }]);
}

/** The names in a template, also in the parts of a condition that no sample reaches. */
class UsedValues extends handlebars.Visitor {
  constructor(
    private readonly known: string[],
    private readonly isText: boolean,
  ) {
    super();
  }

  override PathExpression({ original, loc }: hbs.AST.PathExpression): void {
    if (this.known.includes(original) || HELPERS.includes(original)) return;
    throw new Error(`line ${loc.start.line} uses {{${original}}}, but there are only ${this.known.join(', ')}`);
  }

  /** In HTML only the layout inserts HTML: every other value may come from a user. */
  override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
    const { path, escaped, loc } = statement;
    const name = 'original' in path ? String(path.original) : '';
    const inserts = !this.isText && !escaped;
    if (inserts && !(name === 'body' && LAYOUT_VALUES.every((value) => this.known.includes(value)))) {
      throw new Error(`line ${loc.start.line} must use {{${name}}} with two braces, which escape its HTML`);
    }
    super.MustacheStatement(statement);
  }
}

function firstLine(error: unknown): string {
  return (error as Error).message.split('\n')[0] ?? '';
}
