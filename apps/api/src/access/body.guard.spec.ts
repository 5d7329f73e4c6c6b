import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { GUARDS_METADATA } from '@nestjs/common/constants.js';
import { BodyGuard } from './user.guards.js';

const SOURCES = join(__dirname, '..');

type Handler = (...args: unknown[]) => unknown;

/** The endpoints that read a body, each with its guards. */
const endpoints = readdirSync(SOURCES, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.controller.ts'))
  .flatMap((file) => Object.values(require(join(SOURCES, file)) as Record<string, { prototype?: object }>))
  .filter((exported) => typeof exported === 'function')
  .flatMap(({ name, prototype = {} }: { name?: string; prototype?: object }) =>
    Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([method, { value }]) => {
      if (typeof value !== 'function') return [];
      const guards: unknown[] = Reflect.getMetadata(GUARDS_METADATA, value as Handler) ?? [];
      return [[`${name}.${method}`, guards] as const];
    }),
  )
  .filter(([, guards]) => guards.includes(BodyGuard));

it('the search finds the endpoints with a BodyGuard', () => {
  expect(endpoints.map(([name]) => name)).toEqual(expect.arrayContaining(['SessionController.refresh']));
  expect(endpoints.length).toBeGreaterThan(15);
});

it.each(endpoints)('%s has the BodyGuard as its last guard', (_name, guards) => {
  expect(guards.indexOf(BodyGuard)).toBe(guards.length - 1);
});
