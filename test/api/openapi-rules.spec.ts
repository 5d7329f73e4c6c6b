import { createConfig, lintFromString } from '@redocly/openapi-core';
import { useApp } from '../support/service/app.js';

/** The methods of a path in the order of the OpenAPI specification, version 3.0. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

// biome-ignore lint/suspicious/noExplicitAny: the document is read as data
type Json = any;

const app = useApp({ APP_NAME: 'Shop', APP_URL: 'https://shop.example.com' });
let source: string;
let document: Json;
beforeAll(async () => {
  source = (await app.get('/openapi.json')).text;
  document = JSON.parse(source);
});

function operations(): [string, Json][] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method): [string, Json] => [`${method} ${path}`, item[method]]),
  );
}

const namesOf = (bad: (operation: Json, name: string) => boolean) =>
  operations()
    .filter(([name, operation]) => bad(operation, name))
    .map(([name]) => name);

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

it("the OpenAPI document has no problem by Redocly's recommended rules", async () => {
  const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

// Spectral itself is not installed, because it needs 156 packages. CONTRIBUTING.md shows how to run it.
describe("the OpenAPI document follows Spectral's rules:", () => {
  it('each operation has a description, a summary and one tag (operation-description, operation-singular-tag)', () => {
    expect(namesOf(({ description, summary }) => !isText(description) || !isText(summary))).toEqual([]);
    expect(namesOf(({ tags }) => tags.length !== 1)).toEqual([]);
  });

  it('each tag of an operation is declared with a description, and each declared tag is used (operation-tag-defined)', () => {
    const declared = document.tags.map(({ name }: Json) => name);
    expect([...declared].sort()).toEqual([...new Set(operations().flatMap(([, { tags }]) => tags))].sort());
    expect(new Set(declared).size).toBe(declared.length);
    expect(document.tags.filter(({ description }: Json) => !isText(description))).toEqual([]);
  });

  it('each parameter has a description, and each parameter of a path is required (path-params)', () => {
    const bad = ({ description, in: place, required }: Json) => !isText(description) || (place === 'path' && !required);
    expect(namesOf(({ parameters }) => parameters.some(bad))).toEqual([]);
    const named = (name: string) => [...name.matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
    const inPath = ({ parameters }: Json) => parameters.filter((each: Json) => each.in === 'path');
    expect(
      namesOf(
        (operation, name) =>
          inPath(operation)
            .map((each: Json) => each.name)
            .join() !== named(name).join(),
      ),
    ).toEqual([]);
  });

  it('the document names a contact, a license and a relative server (info-contact, oas3-api-servers)', () => {
    expect(document.info).toMatchObject({
      contact: { name: 'Shop', url: 'https://shop.example.com/' },
      license: { name: 'MIT' },
    });
    expect(document.servers).toEqual([{ url: '/' }]);
  });

  it('no path ends with a slash or has a query (path-keys-no-trailing-slash, path-not-include-query)', () => {
    expect(Object.keys(document.paths).filter((path) => /\/$|\?/.test(path))).toEqual([]);
    expect(namesOf((_, name) => !METHODS.includes(name.split(' ')[0] ?? ''))).toEqual([]);
  });

  it('each schema is used (oas3-unused-component)', () => {
    const unused = Object.keys(document.components.schemas).filter((name) => !source.includes(`/schemas/${name}"`));
    expect(unused).toEqual([]);
  });

  it('no text contains a script (no-eval-in-markdown, no-script-tags-in-markdown)', () => {
    expect(source).not.toMatch(/eval\(|<script/);
  });
});

describe('the operation ids', () => {
  const ids = () => operations().map(([, { operationId }]) => operationId as string);

  it('are unique words in camel case, from which generators make names of methods', () => {
    expect(new Set(ids()).size).toBe(ids().length);
    expect(ids().filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(id))).toEqual([]);
  });

  it('name what an operation does, and mark the second path of a route', () => {
    const idOf = (path: string, method: string) => document.paths[path][method].operationId;
    expect(idOf('/api/auth/user/create', 'post')).toBe('createUser');
    expect(idOf('/api/auth/user/login', 'post')).toBe('signIn');
    expect(idOf('/api/auth/login', 'post')).toBe('signInAlias');
    expect(idOf('/api/auth/user/refresh', 'post')).toBe('refreshSession');
    expect(idOf('/api/auth/user', 'get')).toBe('getUser');
    expect(idOf('/api/auth/get-user', 'get')).toBe('getUserAlias');
    expect(document.paths['/api/auth/login'].post.description).toBe('The same as `POST /api/auth/user/login`.');
  });

  it('begin with admin exactly where an administrator is asked for', () => {
    const misnamed = namesOf(
      ({ operationId }, name) => operationId.startsWith('admin') !== name.includes('/api/admin/'),
    );
    expect(misnamed).toEqual([]);
  });
});

it('the OpenAPI document begins with accounts, and an operation without a token has the empty list of security', () => {
  expect(document.tags[0].name).toBe('Accounts');
  expect(document.paths['/api/auth/user/create'].post.security).toEqual([]);
  expect(document.paths['/api/admin/stats'].get.security).toEqual([{ admin: [] }]);
});

it('the server in the OpenAPI document is the path of BASE_URL', async () => {
  const service = await app.replica({ BASE_URL: 'https://auth.example.com/root/' });
  const { servers } = (await service.call('GET', '/openapi.json')).json;
  expect(servers).toEqual([{ url: '/root' }]);
});
