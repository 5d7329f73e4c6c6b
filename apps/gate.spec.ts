import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');
const GATE = 'libs/flows/src/sign-in/sign-in-gate.ts';
const OPENER = 'libs/flows/src/sign-in/session-opener.ts';
/** Opens a session in one that has passed the gate. */
const PAGE_CODES = 'libs/flows/src/codes/page-code-exchange.ts';
const STORE = 'libs/tokens/src/sessions/session-store.ts';
const TOKENS = 'libs/tokens/src/tokens.service.ts';

/** Methods that only some files may use, by the class that has them. Access tokens of open sessions are another method. */
const GUARDED: Record<string, Record<string, string[]>> = {
  SessionOpener: { open: [GATE], openWithin: [PAGE_CODES] },
  SessionStore: { open: [OPENER], openWithin: [OPENER] },
  TokensService: { issue: [OPENER, TOKENS] },
  RefreshTokens: { issue: [TOKENS] },
};
/** Tables that only some files may insert rows into. */
const INSERTED: Record<string, string[]> = { Session: [STORE] };

/** What occurs in each file that could do one of these. */
const MENTIONED = new RegExp(`${Object.keys(GUARDED).join('|')}|\\b(?:insert|save|upsert)\\b|INSERT`, 'i');

const files = ['apps', 'libs']
  .flatMap((top) => readdirSync(join(ROOT, top), { recursive: true }).map((file) => join(top, String(file))))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));

/** The properties, parameters and variables of a file that have the type of a guarded class, by their names. */
function guardedNames(source: ts.SourceFile): Map<string, string> {
  const names = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    const typed = ts.isParameter(node) || ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node);
    const type = typed && node.type?.getText(source);
    const made = typed && node.initializer && /(?:new|get\()\s*(\w+)/.exec(node.initializer.getText(source))?.[1];
    const known = [type, made].find((name) => name && name in GUARDED);
    if (typed && known) names.set(node.name.getText(source), known);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** The places of a file that open a session or issue a refresh token, and must not. */
function offencesIn(file: string, text: string): string[] {
  if (!MENTIONED.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const names = guardedNames(source);
  const offences: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const owner = names.get(node.expression.getText(source).replace(/^this\./, ''));
      const users = owner && GUARDED[owner]?.[node.name.text];
      if (users && !users.includes(file)) offences.push(`${owner}.${node.name.text}`);
      if (/^(insert|save|upsert)$/.test(node.name.text)) offences.push(...insertsIn(node, source, file));
    }
    // Another name for the method would hide its use.
    if (ts.isElementAccessExpression(node) && names.has(node.expression.getText(source).replace(/^this\./, '')))
      offences.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (/INSERT\s+INTO\s+`?sessions\b/i.test(text)) offences.push('INSERT INTO sessions');
  return offences;
}

function insertsIn({ parent, expression }: ts.PropertyAccessExpression, source: ts.SourceFile, file: string): string[] {
  const words = [expression, ...(ts.isCallExpression(parent) ? parent.arguments.slice(0, 1) : [])];
  const tables = words.map((word) => /(?:\(|^)(\w+)\)?$/.exec(word.getText(source))?.[1] ?? '');
  return tables.filter((table) => INSERTED[table] && !INSERTED[table].includes(file)).map((table) => `insert ${table}`);
}

it('no file opens a session past the gate', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.map((file) => [file, offencesIn(file, readFileSync(join(ROOT, file), 'utf8'))] as const);
  expect(found.filter(([, offences]) => offences.length > 0)).toEqual([]);
});

it('the gate itself opens sessions, by the only file that stores them and issues tokens', () => {
  const offencesOf = (file: string) => offencesIn('apps/api/src/other.ts', readFileSync(join(ROOT, file), 'utf8'));
  expect(offencesOf(GATE)).toEqual(['SessionOpener.open', 'SessionOpener.open']);
  expect(offencesOf(OPENER)).toEqual([
    'SessionStore.open',
    'TokensService.issue',
    'SessionStore.openWithin',
    'TokensService.issue',
    'SessionStore.open',
  ]);
  expect(offencesOf(PAGE_CODES)).toEqual(['SessionOpener.openWithin']);
});

const controller = (body: string) => `
  import { SessionStore, TokensService } from '@app/tokens';
  @Controller('api/auth/back-door')
  export class BackDoorController {
    private readonly held: SessionStore;
    constructor(private readonly store: SessionStore, private readonly pairs: TokensService, private readonly db: Database) {}
    @Post() enter() { ${body} }
  }`;

it.each([
  ['opens a session', 'return this.store.open(uid, proof, client);', 'SessionStore.open'],
  ['opens a session in another one', 'return this.store.openWithin(session, client);', 'SessionStore.openWithin'],
  ['opens a session by a property', 'return this.held.open(uid, proof, client);', 'SessionStore.open'],
  ['hands the method on', 'return run(this.store.open);', 'SessionStore.open'],
  ['names the method in a text', "return this.store['open'](uid);", "this.store['open']"],
  ['issues tokens', 'return this.pairs.issue(session);', 'TokensService.issue'],
  ['gets the store from the module', 'const s = ref.get(SessionStore); return s.open(uid);', 'SessionStore.open'],
  ['inserts a session', 'return this.db.insert(Session, [row]);', 'insert Session'],
  ['saves a session', 'return this.db.repo(Session).save(row);', 'insert Session'],
  [
    'inserts a session by SQL',
    'return this.db.change(`INSERT INTO sessions VALUES (?)`, [uid]);',
    'INSERT INTO sessions',
  ],
])('a controller that %s is found', (_how, body, offence) => {
  expect(offencesIn('apps/api/src/back-door/back-door.controller.ts', controller(body))).toEqual([offence]);
});

it('a controller that only refreshes or reads sessions is allowed', () => {
  const body = 'this.store.find(id, uid); this.pairs.refresh(token); return this.pairs.issueAccess(session);';
  expect(offencesIn('apps/api/src/sessions/session.controller.ts', controller(body))).toEqual([]);
});
