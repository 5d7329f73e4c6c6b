import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const COPIED = ['apps/build/compile.mjs', 'nest-cli.json', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const CONTROLLER = `import { Clock, type Zone } from '@app/times';
import { Controller } from '@nestjs/common';
import texts from './texts.json' with { type: 'json' };

@Controller()
export class TimesController {
  constructor(private readonly clock: Clock) {}

  now = (zone: Zone): string => texts.now + this.clock.read(zone);
}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-compile-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name));
  write('apps/api/src/times.controller.ts', CONTROLLER);
  write('apps/api/src/texts.json', '{ "now": "It is " }');
  write('apps/api/src/times.controller.spec.ts', 'it("works", () => {});');
  write('libs/times/src/index.ts', "export { Clock, type Zone } from './clock.js';\n");
  write(
    'libs/times/src/clock.ts',
    'export type Zone = string;\nexport class Clock {\n  read = (zone: Zone) => zone;\n}\n',
  );
  write('libs/times/package.json', '{}');
  write('libs/mail/src/templates/notes/hello.hbs', 'Hello');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const isBuilt = (name: string) => existsSync(join(folder, 'dist', name));
const compile = () => execFileSync(process.execPath, [join(folder, 'apps/build/compile.mjs')], { stdio: 'pipe' });

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

it('the compiled code runs, with the types that Nest injects, and without those of TypeScript', () => {
  compile();
  const script = `import 'reflect-metadata';
    import { Clock } from './dist/libs/times/src/index.js';
    import { TimesController } from './dist/apps/api/src/times.controller.js';
    const injected = Reflect.getMetadata('design:paramtypes', TimesController);
    console.log(injected.length === 1 && injected[0] === Clock, new TimesController(new Clock()).now('UTC'));`;
  const words = ['--input-type=module', '--eval', script];
  expect(execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })).toBe('true It is UTC\n');
});

it('each source map names its source', () => {
  compile();
  const built = 'dist/apps/api/src/times.controller.js';
  expect(read(built)).toMatch(/\/\/# sourceMappingURL=times\.controller\.js\.map\n$/);
  const { sources } = JSON.parse(read(`${built}.map`));
  expect(sources).toEqual(['../../../../apps/api/src/times.controller.ts']);
  expect(resolve(folder, dirname(built), sources[0])).toBe(join(folder, 'apps/api/src/times.controller.ts'));
});

it('assets are copied, and neither specs nor the package.json of a library are', () => {
  compile();
  expect(read('dist/libs/mail/src/templates/notes/hello.hbs')).toBe('Hello');
  expect(isBuilt('apps/api/src/texts.json')).toBe(true);
  expect(isBuilt('apps/api/src/times.controller.spec.js')).toBe(false);
  expect(isBuilt('libs/times/package.json')).toBe(false);
});

it('what was written for a source that is gone is removed, and nothing else', () => {
  write('libs/times/src/zones.ts', 'export const ZONES = [];');
  write('dist/console/index.html', 'Console');
  write('dist/libs/times/src/zones.worker.cjs', '0;');
  compile();
  expect(isBuilt('libs/times/src/zones.js')).toBe(true);
  for (const name of ['libs/times/src/zones.ts', 'libs/mail/src/templates/notes/hello.hbs']) rmSync(join(folder, name));
  compile();
  for (const name of [
    'libs/times/src/zones.js',
    'libs/times/src/zones.js.map',
    'libs/mail/src/templates/notes/hello.hbs',
  ])
    expect(isBuilt(name)).toBe(false);
  for (const name of ['libs/times/src/clock.js', 'libs/times/src/zones.worker.cjs', 'console/index.html'])
    expect(isBuilt(name)).toBe(true);
});

it('code that cannot be read ends the build, with its place', () => {
  write('libs/times/src/clock.ts', 'export class {');
  expect(compile).toThrow(/libs\/times\/src\/clock\.ts:1:/);
});
