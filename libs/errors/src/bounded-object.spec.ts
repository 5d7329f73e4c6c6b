import 'reflect-metadata';
import { Allow } from 'class-validator';
import { ApiError } from './api-error.js';
import { BoundedObject, failsWith, RequestValidationPipe } from './validation.pipe.js';

class Sent {
  @BoundedObject(failsWith('INVALID_PASSKEY'))
  kept!: Record<string, unknown>;
}

const pipe = new RequestValidationPipe();
const read = (kept: unknown) => pipe.transform({ kept }, { type: 'body', metatype: Sent }) as Sent;

/** An object with this number of levels. */
function nested(levels: number): object {
  let value: object = {};
  for (let level = 1; level < levels; level++) value = { value };
  return value;
}

it('the pipe keeps a bounded object as it is', () => {
  const kept = { id: 'x', response: { transports: ['usb', 'nfc'], flags: { a: null, b: 1, c: true } } };
  expect(read(kept).kept).toEqual(kept);
  expect(read(nested(4)).kept).toEqual(nested(4));
});

it('the pipe gives a name such as __proto__ no meaning', () => {
  const sent = read(JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}'));
  expect(sent).toBeInstanceOf(Sent);
  expect((sent as unknown as Record<string, unknown>).admin).toBeUndefined();
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

it.each([
  ['missing', undefined],
  ['null', null],
  ['a text', 'x'],
  ['a list', [{}]],
  ['five levels deep', nested(5)],
  ['ten thousand levels deep', nested(10_000)],
  ['longer than 16 KiB', { a: 'x'.repeat(10_000), b: { c: 'x'.repeat(10_000) } }],
  ['longer than 16 KiB in its names', { ['x'.repeat(20_000)]: 1 }],
  ['of very many values', { list: new Array(10_000).fill(0) }],
])('the pipe refuses a bounded object that is %s', (_how, kept) => {
  let thrown: unknown;
  try {
    read(kept);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(ApiError);
  expect((thrown as ApiError).code).toBe('INVALID_PASSKEY');
});

it('the pipe still empties the objects in all other fields', () => {
  class Other {
    @BoundedObject(failsWith('INVALID_PASSKEY'))
    kept!: object;

    @Allow()
    plain!: unknown;
  }
  const body = { kept: { a: { b: 1 } }, plain: { a: 1 } };
  expect(pipe.transform(body, { type: 'body', metatype: Other })).toEqual({ kept: { a: { b: 1 } }, plain: {} });
});
