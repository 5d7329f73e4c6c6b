// What the pages are made from, as the build has it.
import 'reflect-metadata';
import pino from 'pino';

const DIST = new URL('../../../dist/', import.meta.url);
const load = (path) => import(new URL(path, DIST).href);

const { SettingsReader } = await load('libs/config/src/settings-reader.js');
const settings = await load('libs/config/src/settings.js');
const { Env } = await load('libs/config/src/env.js');
const { createApp } = await load('apps/api/src/configure-app.js');
const { createDocument } = await load('apps/api/src/openapi/document.js');

export const { ERRORS, statusOf } = await load('libs/errors/src/codes.js');
export const { EVENTS, isPersonal } = await load('libs/events/src/event-types.js');
export const { METRICS } = await load('apps/api/src/metrics/metric-definitions.js');
export const { latchkey } = await load('apps/cli/src/program.js');
export const { CLI_CODES } = await load('apps/cli/src/terminal/errors.js');
export const { MESSAGE_HEADERS, REQUEST_HEADERS, RESPONSE_HEADERS } = await load('apps/api/src/http/headers.js');
export const { SecurityHeaders } = await load('apps/api/src/http/headers.js');
export const { consoleCookie, sessionCookie } = await load('apps/api/src/wire/cookies.js');
export const { CONSOLE_SESSION_SECONDS } = await load('libs/admin/src/index.js');
export const { PAGES } = await load('apps/api/src/pages/confirm-page.js');

export const { SETTING_GROUPS, SETTINGS } = settings;

/** Settings that a production needs. They are in no default. */
const PRODUCTION = { NODE_ENV: 'production', BASE_URL: 'https://auth.example.com' };

export const productionEnv = new Env({ ...PRODUCTION, AUTH_SECRET: 'only for the texts of the reference' });

/** What the service finds for each setting in a mode, when only these are given. */
function foundIn(given) {
  const read = new SettingsReader(given);
  settings.readSettings(read);
  return read.found;
}

export const found = {
  production: foundIn(PRODUCTION),
  strict: foundIn({ ...PRODUCTION, SECURITY_PROFILE: 'strict' }),
  development: foundIn({ NODE_ENV: 'development' }),
};

/** The OpenAPI document. The application does not start: it needs no database. */
async function readDocument() {
  const env = new Env({ NODE_ENV: 'test', AUTH_SECRET: 'only for the texts of the reference', SMTP_URL: 'none' });
  return createDocument(await createApp(env, pino({ level: 'silent' })), env);
}

export const openApi = await readDocument();

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of the document, each with its method, path, and the error codes that it can answer with. */
export const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  METHODS.filter((method) => methods[method]).map((method) => {
    const operation = methods[method];
    return { ...operation, name: `${method.toUpperCase()} ${path}`, codes: codesOf(operation) };
  }),
);

function codesOf({ responses }) {
  const schemas = Object.values(responses).map(({ content }) => content?.['application/json']?.schema);
  return schemas.flatMap((schema) => schema?.properties?.code?.enum ?? []);
}
