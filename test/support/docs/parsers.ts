import { spawnSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';
import { Env } from '../../../libs/config/src/env.js';

const SECRET = 'a secret for tests, long enough to be one';

/** A check of a block for each language. It throws for an invalid block. */
export const PARSERS: Record<string, (text: string) => void> = {
  sh: (text) => checkedBy('bash', ['-n'], text),
  js: (text) => checkedBy(process.execPath, ['--check', '--input-type=module'], text),
  ts: (text) => void namedFile(text, 'ts'),
  tsx: (text) => readTsx(text),
  json: (text) => void JSON.parse(text),
  ndjson: (text) =>
    void text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  yaml: (text) => void readYaml(text),
  sql: (text) => void statementsOf(text),
  mermaid: (text) => (text.startsWith('stateDiagram') ? checkStates(text) : checkFlowchart(text)),
  html: checkHtml,
  text: isStart,
  env: readSettings,
  ini: readIni,
  nginx: readNginx,
};

/** The name in the first line of a block that is a whole file, such as `// src/main.ts` or `-- users.sql`. */
export function fileName(text: string): string | undefined {
  return /^(?:\/\/|--) ([\w./-]+\.\w+)\n/.exec(text)?.[1];
}

function namedFile(text: string, extension: string): string {
  const name = fileName(text);
  if (!name?.endsWith(extension))
    throw new Error(`The first line must be a comment with the name of the ${extension} file.`);
  return name;
}

function readTsx(text: string): void {
  const { diagnostics = [] } = ts.transpileModule(text, {
    fileName: namedFile(text, 'tsx'),
    reportDiagnostics: true,
    compilerOptions: { jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022 },
  });
  for (const { messageText } of diagnostics) throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function checkedBy(program: string, words: string[], input: string): void {
  const { status, stderr } = spawnSync(program, words, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Tells Compose that a value takes the place of that in the file before. */
const OVERRIDE = { tag: '!override', collection: 'map' } as const;

/** All documents of a YAML file. */
export function readYaml(text: string): unknown[] {
  return parseAllDocuments(text, { uniqueKeys: true, strict: true, customTags: [OVERRIDE] }).map((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw problem;
    return document.toJS();
  });
}

/** The statements of a block; each must end with a semicolon at the end of a line. */
export function statementsOf(text: string): string[] {
  const statements = text
    .replace(/^--.*\n/gm, '')
    .trim()
    .split(/;\n/);
  if (!statements.at(-1)?.endsWith(';')) throw new Error('The last statement does not end with a semicolon.');
  return statements.map((statement) => statement.replace(/;$/, '').trim());
}

/** Checks that all settings are known, and that the service accepts them. */
function readSettings(text: string): void {
  const settings = parseEnv(text) as Record<string, string>;
  const known = new Set<string>(['NODE_ENV']);
  const watched = new Proxy(
    { AUTH_SECRET: SECRET, BASE_URL: 'https://auth.example.com', ...settings } as Record<string, string>,
    {
      get: (target, name) => {
        known.add(String(name));
        return target[String(name)];
      },
    },
  );
  new Env(watched);
  const unknown = Object.keys(settings).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`Not settings of the service: ${unknown}`);
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length !== Object.keys(settings).length) throw new Error('A line is not a setting.');
}

function readIni(text: string): void {
  for (const line of text.split('\n')) {
    if (!/^\s*(?:[#;].*|\[[\w.-]+\]|[\w.-]+\s*=.*)?$/.test(line)) throw new Error(`Not a line of an ini file: ${line}`);
  }
}

/** Directives end with a semicolon or open a block; blocks are closed. */
function readNginx(text: string): void {
  let depth = 0;
  for (const line of text.split('\n').map((each) => each.replace(/#.*$/, '').trim())) {
    if (line === '') continue;
    if (!/[;{}]$/.test(line)) throw new Error(`nginx requires a semicolon or a brace at the end of: ${line}`);
    if (line.endsWith('{')) depth += 1;
    if (line === '}') depth -= 1;
    if (depth < 0) throw new Error('A block is closed that was not open.');
  }
  if (depth !== 0) throw new Error('A block is not closed.');
}

/** Output of the start, which `start-output.spec.ts` compares with that of the service. */
function isStart(text: string): void {
  if (!text.includes('Latchkey is running.')) throw new Error('No test compares this output with that of the service.');
}

/** Checks the lines of a diagram of states: each is an arrow between states, which may have a label. */
function checkStates(text: string): void {
  const [first, ...lines] = text.trim().split('\n');
  if (first !== 'stateDiagram-v2') throw new Error(`"${first}" is not the beginning of a diagram of states.`);
  for (const line of lines) {
    if (!/^ {2}(\w+|\[\*\]) --> (\w+|\[\*\])(: .+)?$/.test(line)) throw new Error(`"${line}" is no arrow.`);
  }
}

/** Checks the scripts of a page, and that each element that is opened is closed. */
function checkHtml(text: string): void {
  const rest = text.replaceAll(/(<script\b[^>]*>)(.*?)(<\/script>)/gs, (_all, open, script, close) => {
    checkedBy(process.execPath, ['--check', '--input-type=module'], script);
    return open + close;
  });
  const open: string[] = [];
  for (const [tag, end, name = ''] of rest.matchAll(/<(\/?)([a-z][\w-]*)(?:"[^"]*"|[^>"])*>/g)) {
    if (tag.endsWith('/>')) continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) throw new Error(`</${name}> closes no element.`);
  }
  if (open.length > 0) throw new Error(`Elements that are not closed: ${open}`);
}

/**
 * Checks the lines of a flowchart: each is a node with a label, or an arrow between nodes, which may have a label, too. Each
 * node has a label somewhere.
 */
function checkFlowchart(text: string): void {
  const [first, ...lines] = text.trim().split('\n');
  if (!/^flowchart (TD|LR)$/.test(first ?? '')) throw new Error(`"${first}" is not the beginning of a flowchart.`);
  const labelled = new Set([...text.matchAll(/(\w+)\[[^\]]+\]/g)].map(([, node]) => node));
  for (const line of lines) {
    const nodes = line
      .replace(/\[[^\]]+\]/g, '')
      .replace(/-->\|[^|]+\|/, '-->')
      .trim();
    if (!/^\w+( --> \w+( & \w+)*)?$/.test(nodes)) throw new Error(`"${line}" is neither a node nor an arrow.`);
    const unknown = nodes.split(/ --> | & /).filter((node) => !labelled.has(node));
    if (unknown.length > 0) throw new Error(`Nodes without a label: ${unknown}`);
  }
}
