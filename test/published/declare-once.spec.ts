import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../..');

/** The text after which something is added to a file. */
type Addition = [file: string, after: string, text: string];

/** What a new thing of each kind needs: its declaration, and its texts. */
interface NewThing {
  code: Addition[];
  texts: Addition[];
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'];

const inEachLanguage = (folder: string, after: string, text: string): Addition[] =>
  LANGUAGES.map((language) => [`${folder}/${language}.json`, after, text]);

/** The constructor of a controller, after which an endpoint is added. */
const EXTERNAL_CONTROLLER = `    private readonly providers: Providers,
    private readonly service: ExternalAuthorization,
  ) {}`;

const NEW_THINGS: Record<string, NewThing> = {
  'kind of email link': {
    code: [
      [
        'libs/tokens/src/one-time/access-kinds.ts',
        'export const ONE_TIME = {',
        "invitation: { ...kind(1, ['nothing'], 'invitation'), link: { path: 'invite', lifetime: () => 900 } },",
      ],
      [
        'libs/mail/src/email-kinds.ts',
        'export const EMAILS = {',
        "invitation: email(REQUESTED, ['link', 'lifetime'], []),",
      ],
    ],
    texts: [
      ...inEachLanguage(
        'libs/mail/src/emails/built-in/texts',
        '{',
        '"invitation": { "subject": "a", "message": "b", "button": "c", "ignore": "d" },',
      ),
      ...inEachLanguage(
        'apps/api/src/pages/texts',
        '"questions": {',
        '"invitation": { "title": "a", "effect": "b", "button": "c" },',
      ),
    ],
  },
  event: {
    code: [
      [
        'libs/events/src/event-types.ts',
        'export const SIGN_IN_EVENTS = {',
        "'user.greeted': { when: 'A user was greeted.', data: { words: 'how many words' } },",
      ],
    ],
    texts: [
      [
        'apps/console/src/texts/en.json',
        '"link.used": "A link was followed.",',
        '"user.greeted": "A user was greeted.",',
      ],
    ],
  },
  setting: {
    code: [
      [
        'libs/config/src/settings/sign-in-settings.ts',
        'export const SIGN_IN_SETTINGS = {',
        "GREETING: { field: 'greeting', read: toggle(['off', 'on'], 'off'), meaning: 'Whether users are greeted.' },",
      ],
    ],
    texts: [],
  },
  'error code': {
    code: [
      [
        'libs/errors/src/user-codes.ts',
        'export const ACCOUNT_CODES = {',
        "NO_GREETING: { message: 'No greeting.', meaning: 'Nobody greets.', remedy: 'Greet.' },",
      ],
    ],
    texts: [],
  },
  endpoint: {
    code: [
      [
        'apps/api/src/external/external.controller.ts',
        EXTERNAL_CONTROLLER,
        "@Endpoint('GET greeting', Access('public'), { id: 'greet', summary: 'Greet', noEvents: true, answers: OfferedProviderList, fails: ['USER_NOT_FOUND'] }) async greet(): Promise<OfferedProviderList> { return this.list(); }",
      ],
    ],
    texts: [],
  },
};

let earlier: ts.Program | undefined;

/** The errors of the service, or of one of its files, when files have other texts than on the disk. */
function errorsWith(additions: Addition[], only?: string): string[] {
  const changed = new Map<string, string>();
  for (const [file, after, text] of additions) {
    const path = join(ROOT, file);
    const before = changed.get(path) ?? readFileSync(path, 'utf8');
    if (!before.includes(after)) throw new Error(`${file} has no text ${after}.`);
    changed.set(
      path,
      before.replace(after, () => `${after} ${text}`),
    );
  }
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => changed.get(path) ?? readFile(path);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) => {
    const text = changed.get(path);
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ...(rest as [never]));
  };
  const ambient = fileNames.filter((name) => name.endsWith('.d.ts'));
  const main = join(ROOT, 'apps/api/src/main.ts');
  const program = ts.createProgram([main, ...ambient], { ...options, types: ['node'], noEmit: true }, host, earlier);
  earlier = program;
  const found = only
    ? program.getSemanticDiagnostics(program.getSourceFile(join(ROOT, only)))
    : ts.getPreEmitDiagnostics(program);
  return found.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
  );
}

it('a new email link, event, setting, error code and endpoint need two files at most, and their texts', () => {
  for (const { code } of Object.values(NEW_THINGS))
    expect(new Set(code.map(([file]) => file)).size).toBeLessThanOrEqual(2);
  const all = Object.values(NEW_THINGS).flatMap(({ code, texts }) => [...code, ...texts]);
  expect(errorsWith(all)).toEqual([]);
});

it.each([
  ['an email link without the texts of its page', 'kind of email link', 'apps/api/src/pages/confirm-page.ts', ''],
  ['an endpoint without its text', 'endpoint', 'apps/api/src/external/external.controller.ts', "summary: 'Greet', "],
  [
    'an endpoint that does not say who may call it',
    'endpoint',
    'apps/api/src/external/external.controller.ts',
    "Access('public'), ",
  ],
])('%s does not compile', (_what, kind, file, missing) => {
  const code = NEW_THINGS[kind]?.code ?? [];
  const without = code.map(([path, after, text]): Addition => [path, after, text.replace(missing, '')]);
  expect(errorsWith(without, file)).not.toEqual([]);
});
