import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '..');

/** Codes with many causes: each place that refuses by them says in the log which one it was. */
const CODES = [
  'INVALID_CODE',
  'INVALID_CREDENTIALS',
  'INVALID_LINK',
  'INVALID_MFA_TOKEN',
  'INVALID_REFRESH_TOKEN',
  'LINK_EXPIRED',
  'NOT_AUTHENTICATED',
  'NOT_AUTHORIZED',
  'REAUTHENTICATION_REQUIRED',
  'TOO_MANY_REQUESTS',
];

const sources = ['apps', 'libs']
  .flatMap((top) => readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' }).map((file) => join(top, file)))
  .filter((file) => file.endsWith('.ts') && !/node_modules|\.(?:spec|d)\.ts$|[/\\]test[/\\]/.test(file))
  .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
  .filter(([, text]) => CODES.some((code) => text.includes(code)))
  .map(([file, text]) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));

/** A place that refuses by one of the codes, and the node of its reason. */
interface Refusal {
  place: string;
  reason: ts.ObjectLiteralElementLike | undefined;
}

/** `new ApiError('CODE', …)`, also with a choice of codes, and `{ refusal: 'CODE' }`, which becomes one later. */
function refusalsOf(source: ts.SourceFile): Refusal[] {
  const found: Refusal[] = [];
  const add = (node: ts.Node, code: ts.Node | undefined, options: readonly ts.Node[]) => {
    if (!CODES.some((name) => code?.getText().includes(`'${name}'`))) return;
    const fields = options.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => [...properties]);
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({
      place: `${source.fileName}:${line}`,
      reason: fields.find(({ name }) => name?.getText() === 'reason'),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'ApiError') {
      add(node, node.arguments?.[0], node.arguments ?? []);
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'refusal') add(node, node.initializer, [node.parent]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const refusals = sources.flatMap(refusalsOf);

it('every refusal by a code with many causes has a reason for the log', () => {
  expect(refusals.length).toBeGreaterThan(90);
  expect(refusals.filter(({ reason }) => reason === undefined).map(({ place }) => place)).toEqual([]);
});

it('a reason is a fixed phrase, without a value of the request', () => {
  const composed = refusals.filter(({ reason }) => reason && /\$\{|\+/.test(reason.getText()));
  expect(composed.map(({ place }) => place)).toEqual([]);
});
