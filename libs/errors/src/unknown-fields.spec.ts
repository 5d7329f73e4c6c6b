import { Logger } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { ApiError } from './api-error.js';
import { RefusesUnknownFields, RequestValidationPipe } from './validation.pipe.js';

class Lenient {
  @IsOptional()
  name?: unknown;
}

@RefusesUnknownFields()
class Strict extends Lenient {}

class StrictChild extends Strict {
  @IsOptional()
  extra?: unknown;
}

const pipe = new RequestValidationPipe();
let lines: string[];
beforeEach(() => {
  lines = [];
  jest.spyOn(Logger.prototype, 'debug').mockImplementation((line) => lines.push(line));
});

/** The message of the refusal; undefined if the DTO accepts the body. */
function refusal(body: object, metatype: typeof Lenient): string | undefined {
  try {
    pipe.transform(body, { type: 'body', metatype });
    return undefined;
  } catch (error) {
    expect((error as ApiError).code).toBe('INVALID_REQUEST');
    return (error as ApiError).message;
  }
}

it('a DTO logs the names of unknown fields, ignores them, and never logs a value', () => {
  expect(refusal({ name: 'a', emial: 'secret', password: { deep: 'secret' } }, Lenient)).toBeUndefined();
  expect(lines).toEqual(['Unknown fields of Lenient ignored: "emial", "password"']);
});

it('a DTO logs nothing for a body with only known fields', () => {
  expect(refusal({ name: 'a' }, Lenient)).toBeUndefined();
  expect(refusal({}, Strict)).toBeUndefined();
  expect(lines).toEqual([]);
});

it('a DTO that refuses unknown fields names them, and so does its subclass', () => {
  expect(refusal({ name: 'a', emial: 'secret' }, Strict)).toBe('"emial" is not a known field.');
  expect(refusal({ extra: 1, emial: 'secret', nmae: 1 }, StrictChild)).toBe('"emial", "nmae" are not known fields.');
  expect(refusal({ extra: 1 }, Strict)).toBe('"extra" is not a known field.');
  expect(lines).toEqual([]);
});

it.each([
  ['a\u001b[2J\r\nlevel=error', '"a\\u001b[2J\\r\\nlevel=error"'],
  ['\u202egnp\u2028\u0085\u007f', '"\\u202egnp\\u2028\\u0085\\u007f"'],
  ['"quoted" \\', '"\\"quoted\\" \\\\"'],
  ['ä😀\ud800', '"\\u00e4\\ud83d\\ude00\\ud800"'],
  ['__proto__', '"__proto__"'],
  ['constructor', '"constructor"'],
  ['', '""'],
])('the name %j is escaped in the log and in the refusal', (name, escaped) => {
  const body = JSON.parse(`{${JSON.stringify(name)}:1}`);
  expect(refusal(body, Lenient)).toBeUndefined();
  expect(lines).toEqual([`Unknown fields of Lenient ignored: ${escaped}`]);
  expect(refusal(body, Strict)).toBe(`${escaped} is not a known field.`);
});

it('at most 10 names of at most 64 characters are listed', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `${index}`.padStart(1_000, 'x'));
  expect(refusal(Object.fromEntries(names.map((name) => [name, 1])), Lenient)).toBeUndefined();
  const listed = Array(10)
    .fill(`"${'x'.repeat(64)}..."`)
    .join(', ');
  expect(lines).toEqual([`Unknown fields of Lenient ignored: ${listed} and 4990 more`]);
});
