import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseLocale, SettingsError } from '@app/config';
import handlebars from 'handlebars';
import { builtInHtml, builtInText } from './built-in-emails.js';
import { type EmailKind, KINDS, LAYOUT, LAYOUT_VALUES, templatesOf } from './email-kinds.js';
import { supportedLanguage } from './languages.js';

/** The helpers of Handlebars that an email can need. */
const HELPERS = ['if', 'unless'];

/** Where a template comes from. */
interface TemplateSource {
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

function invalidTemplates(problem: string): SettingsError {
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

const OWN_LAYOUT = fileURLToPath(new URL(`./templates/${LAYOUT}`, import.meta.url));
const NAMES = [LAYOUT, ...KINDS.flatMap(templatesOf)];

/** The sources of the templates: those of the service, and in `MAIL_TEMPLATES_DIR` replacements and folders for languages. */
export class TemplateFiles {
  /** The language tags of the folders in `MAIL_TEMPLATES_DIR`, each with its folder. */
  private readonly folders = new Map<string, string>();

  /**
   * @param custom `MAIL_TEMPLATES_DIR`
   * @throws {SettingsError} when it is no folder, or contains a file with another name
   */
  constructor(private readonly custom: string | undefined) {
    if (custom === undefined) return;
    if (!isFolder(custom)) throw invalidTemplates(`there is no folder ${custom}`);
    for (const name of visibleIn(custom)) {
      if (isFolder(join(custom, name))) this.addLanguage(join(custom, name), name);
      else requireKnown(custom, name);
    }
  }

  /** The languages for which the operator has templates of an email. */
  languagesOf(kind: EmailKind): string[] {
    const [text] = templatesOf(kind);
    return this.languages.filter((tag) => existsSync(join(this.folders.get(tag) ?? '', text)));
  }

  get languages(): string[] {
    return [...this.folders.keys()];
  }

  /** Whether the operator has replaced a template of an email in the default language. */
  replaces(kind: EmailKind): boolean {
    const { custom } = this;
    return custom !== undefined && templatesOf(kind).some((name) => existsSync(join(custom, name)));
  }

  /** The text and the HTML of an email: of the language if it has a folder, else of the operator, else of the service. */
  find(kind: EmailKind, locale: string): [text: TemplateSource, html: TemplateSource] {
    const [text, html] = templatesOf(kind);
    const language = supportedLanguage(locale, '');
    return [
      this.own(text, locale) ?? { name: text, builtIn: true, read: () => builtInText(kind, language) },
      this.own(html, locale) ?? { name: html, builtIn: true, read: () => builtInHtml(kind, language) },
    ];
  }

  findLayout(locale: string): TemplateSource {
    return this.own(LAYOUT, locale) ?? fileSource(OWN_LAYOUT);
  }

  private own(name: string, locale: string): TemplateSource | undefined {
    const folders = [this.folders.get(locale), this.custom].filter((folder) => folder !== undefined);
    const file = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
    return file === undefined ? undefined : fileSource(file);
  }

  private addLanguage(folder: string, name: string): void {
    const tag = parseLocale(name);
    if (tag === undefined) throw invalidTemplates(`${folder} has no language tag, such as de or pt-BR, as its name`);
    if (this.folders.has(tag)) throw invalidTemplates(`${folder} is a second folder for the language ${tag}`);
    const names = visibleIn(folder);
    for (const file of names) requireKnown(folder, file);
    // An email with its text in one language and its HTML in another would confuse its reader.
    for (const pair of KINDS.map(templatesOf)) {
      const [missing, ...more] = pair.filter((file) => !names.includes(file));
      if (missing && more.length === 0) throw invalidTemplates(`${join(folder, missing)} is missing`);
    }
    this.folders.set(tag, folder);
  }
}

function fileSource(file: string): TemplateSource {
  return { name: file, builtIn: false, read: () => readFileSync(file, 'utf8').replaceAll('\r\n', '\n') };
}

function requireKnown(folder: string, name: string): void {
  if (!NAMES.includes(name))
    throw invalidTemplates(`${join(folder, name)} is no template: they are ${NAMES.join(', ')}`);
}

/** Without hidden files: Kubernetes and some editors add some. */
function visibleIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('.'));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
