import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOn } from '../support/database/database.js';
import { blocksOf, DOCUMENTS, deadLinks, EXAMPLES, isReplaced, ROOT, read } from '../support/docs/documents.js';
import { fileName, PARSERS, statementsOf } from '../support/docs/parsers.js';
import { Shell } from '../support/docs/reader.js';
import { compile, prepareReaderFolder, writeFileInto } from '../support/docs/recipe.js';

/** These tests do not depend on the database. */

const WRONG: [language: string, what: string, text: string][] = [
  ['sh', 'a quote that is not closed', 'echo "a\n'],
  ['js', 'a syntax error', '// a.mjs\nconst = 1;\n'],
  ['ts', 'no name', 'export const a = 1;\n'],
  ['tsx', 'an element that is not closed', '// a.tsx\nexport const a = <p>;\n'],
  ['json', 'a comma too many', '{"a":1,}'],
  ['ndjson', 'one wrong line', '{"a":1}\n{"a":\n'],
  ['yaml', 'a key twice', 'a: 1\na: 2\n'],
  ['yaml', 'a tab', 'a:\n\tb: 1\n'],
  ['sql', 'no semicolon', 'SELECT 1\n'],
  ['env', 'a setting that there is not', 'DATABASE=sqlite:a\n'],
  ['env', 'a value that is refused', 'ACCESS_TOKEN_TTL=901\n'],
  ['env', 'a line that is no setting', 'PORT=3000\nHOST\n'],
  ['ini', 'a line without a value', '[Service]\nRestart\n'],
  ['nginx', 'no semicolon', 'server {\n  listen 80\n}\n'],
  ['nginx', 'a brace too few', 'server {\n  listen 80;\n'],
  ['mermaid', 'a node without a label', 'flowchart LR\n  a[A] --> b\n'],
  ['mermaid', 'a label of an arrow that is not closed', 'flowchart LR\n  a[A] -->|calls b[B]\n'],
  ['text', 'output that no test compares', 'Hello\n'],
];

const RIGHT: [language: string, text: string][] = [
  ['sh', 'for a in 1 2; do echo $a; done\n'],
  ['js', "// a.mjs\nimport { a } from './b.mjs';\nawait a;\n"],
  ['ts', '// src/a.ts\nexport const a = 1;\n'],
  ['tsx', '// src/a.tsx\nexport const a = <p>1</p>;\n'],
  ['json', '{"a":1}'],
  ['ndjson', '{"a":1}\n{"a":2}\n'],
  ['yaml', 'a: 1\n---\na: 2\n'],
  ['sql', 'SELECT 1;\nSELECT 2;\n'],
  ['env', '# mine\nACCESS_TOKEN_TTL=900\n'],
  ['ini', '[Service]\nRestart=always\n# why\n'],
  ['nginx', 'server {\n  listen 80; # here\n}\n'],
  ['mermaid', 'flowchart LR\n  a[A] -->|calls| b[B]\n  b --> c[C] & a\n'],
];

describeOn('sqlite')('the check of a code block in a document', () => {
  it.each(WRONG)('refuses %s with %s', (language, _what, text) => {
    expect(() => PARSERS[language]?.(text)).toThrow();
  });

  it.each(RIGHT)('accepts valid %s', (language, text) => {
    PARSERS[language]?.(text);
  });

  it('finds a block with its mark and its position', () => {
    const text =
      '# A\nOne.\n\n<!-- checked: parsed only, needs Docker -->\n\n```sh\na\n```\n\n## B\n\n- Two.\n  ```js\n  b\n  ```\n';
    const [first, second] = blocksOf('a.md', text);
    expect(first).toMatchObject({ line: 6, language: 'sh', text: 'a\n', needs: 'Docker', only: undefined });
    expect(second).toMatchObject({ line: 13, language: 'js', text: 'b\n', needs: undefined });
  });

  it.each([
    ['an unknown mark', '<!-- checked: never -->\n```sh\na\n```\n'],
    ['no end', '```sh\na\n'],
  ])('refuses a block with %s', (_what, text) => {
    expect(() => blocksOf('a.md', text)).toThrow();
  });

  it('reads the file name of a block from its first line', () => {
    expect(fileName('// src/a.ts\nb')).toBe('src/a.ts');
    expect(fileName('-- a.ndjson\nSELECT 1;')).toBe('a.ndjson');
    expect(fileName('const a = 1;\n// src/a.ts\n')).toBeUndefined();
  });

  it('splits SQL into statements', () => {
    expect(statementsOf('-- a\nSELECT 1;\nSELECT\n  2;\n')).toEqual(['SELECT 1', 'SELECT\n  2']);
  });

  it('skips a block only when all its lines are replaced', () => {
    expect(isReplaced('npm ci && npm start\n')).toBe(true);
    expect(isReplaced('npm ci && npm start\necho\n')).toBe(false);
  });
});

describeOn('sqlite')('the check of links in a document', () => {
  it('accepts links to files, headings and other sites', () => {
    const text = '[a](README.md) [b](docs/scale.md#replicas) [c](#d-and-e) [f](https://example.com)\n## D, and `e`\n';
    expect(deadLinks('a.md', text)).toEqual([]);
  });

  it.each(['missing.md', 'README.md#missing', '../work', '#missing', 'docs/README.md'])(
    'reports a link to %s',
    (target) => {
      expect(deadLinks('a.md', `[a](${target}) \`[b](c)\`\n`)).toEqual([target]);
    },
  );
});

describeOn('sqlite')('a command with npx in a document', () => {
  it.each(DOCUMENTS)('names an installed program in %s, because npx downloads any other one', (document) => {
    // A text may warn of a command that it quotes; Spectral is meant to come from the registry.
    const text = read(document)
      .replace(/Not `npx latchkey`/, '')
      .replace(/npx @stoplight\/spectral-cli lint/, '');
    const code = (text.match(/```.*?```|`[^`\n]+`/gs) ?? []).join('\n');
    const programs = [...code.matchAll(/\bnpx (?:-\S+ )*([@\w./-]+)/g)].map(([, program = '']) => program);
    expect(programs.filter((program) => !existsSync(join(ROOT, 'node_modules/.bin', program)))).toEqual([]);
  });
});

describeOn('sqlite').each(EXAMPLES)('the example in examples/%s', (name, document) => {
  const folder = `examples/${name}`;
  const blocks = blocksOf(document).filter(({ language }) => /^tsx?$/.test(language));
  const sources = readdirSync(join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' });

  it(`has the code of ${document}`, () => {
    const shown = blocks.filter(({ text }) => sources.includes((fileName(text) ?? '').replace('src/', '')));
    expect(shown.length).toBeGreaterThan(1);
    for (const { text } of shown) expect(read(join(folder, fileName(text) ?? ''))).toBe(text.replace(/.*\n/, ''));
  });

  it('has a short README, with the two commands and without dead links', () => {
    const readme = `${folder}/README.md`;
    expect(read(readme).split('\n').length).toBeLessThanOrEqual(41);
    expect(read(readme)).toContain('```sh\nnpm ci\nnpm start\n```');
    expect(deadLinks(readme)).toEqual([]);
    for (const { language, text } of blocksOf(readme)) PARSERS[language]?.(text);
  });

  it('depends on packages that the tests install, in the same versions', () => {
    const wanted = Object.entries(dependenciesOf(folder)).filter(([, range]) => !/^file:/.test(range));
    const tested = { ...dependenciesOf('test/published'), ...dependenciesOf('.') };
    expect(wanted).toEqual(wanted.map(([dependency]) => [dependency, tested[dependency]]));
  });
});

function dependenciesOf(folder: string): Record<string, string> {
  const { dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`));
  return { ...dependencies, ...devDependencies };
}

describeOn('sqlite')('the run of the commands in a document', () => {
  let folder: string;
  let shell: Shell;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-shell-'));
    shell = new Shell(folder);
  });
  afterEach(async () => {
    await shell.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps variables and the working folder from one block to the next', async () => {
    await shell.run('name=ada\nmkdir inner\ncd inner\n');
    expect(await shell.run('echo "$name $(basename "$PWD")"\n')).toBe('ada inner\n');
  });

  it.each(['false\n', 'false | cat\n', 'echo $missing\n', 'exit 3\n'])(
    'fails for failing commands: %j',
    async (commands) => {
      await expect(shell.run(`echo before\n${commands}`)).rejects.toThrow('before');
    },
  );

  it('reports type errors, and finds installed programs by npx', async () => {
    prepareReaderFolder(folder);
    writeFileInto(folder, 'src/a.ts', "export const a: number = 'b';\n");
    expect(() => compile(folder, ['src/a.ts'])).toThrow('TS2322');
    expect(await shell.run('npx tsc --version\n')).toMatch(/^Version \d/);
  });
});
