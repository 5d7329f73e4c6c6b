import type { Scope } from '@app/admin';
import { type Env, VERSION } from '@app/config';
import type { ErrorCode } from '@app/errors';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, generateSchema, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { ADMIN_SECURITY, CLIENT_SECURITY } from '../access/access.decorator.js';

/**
 * The JSON schema by which Fastify serializes the answer of an endpoint: documented fields only. Fastify moves required fields to
 * the front. An answer whose refresh token may be in a cookie has none, so that its fields stay in their order.
 */
export class AnswerSchema {
  constructor(
    private readonly answer: Type,
    private readonly inCookie: boolean,
  ) {}

  /** Compiles it. */
  serializer(): (answer: unknown) => string {
    const { schema, schemas } = generateSchema(this.answer);
    return fastJson({ ...schema, ...(this.inCookie && { required: [] }), components: { schemas } } as fastJson.Schema);
  }
}

/** Compiles the schema of an answer when an endpoint is called first: to compile all of them takes a tenth of a start. */
export function compileAnswersLater(server: FastifyInstance): void {
  server.setSerializerCompiler<AnswerSchema>(({ schema }) => {
    let serialize: ((answer: unknown) => string) | undefined;
    return (answer) => {
      serialize ??= schema.serializer();
      return serialize(answer);
    };
  });
}

/** The groups of endpoints, in the order in which the documentation page shows them. */
const TAGS = [
  { name: 'Accounts', description: 'Create, read, change and delete the own account.' },
  { name: 'Sessions', description: 'Sign in and out, refresh tokens, and end sessions on other devices.' },
  { name: 'Passwords', description: 'Change or reset the own password.' },
  { name: 'Second factors', description: 'Authenticator apps, recovery codes, and the second step of a sign-in.' },
  { name: 'Passkeys', description: 'Sign in by a passkey, and add, list and remove passkeys.' },
  {
    name: 'External providers',
    description: 'Sign in by Google, Microsoft, Apple, GitHub or OpenID Connect, and link identities.',
  },
  { name: 'Clients and API keys', description: 'Access tokens for services and for scripts of users.' },
  { name: 'Links', description: 'Emails with links that sign in or verify an email, and the targets of these links.' },
  { name: 'Admin: users', description: 'Search, create, change, disable and delete users.' },
  { name: 'Admin: sessions', description: 'List and end the sessions of a user.' },
  { name: 'Admin: links', description: 'Create links without mailing them.' },
  { name: 'Admin: import and export', description: 'Move users in and out as NDJSON, in any number.' },
  { name: 'Admin: events', description: 'The event log.' },
  { name: 'Admin: webhooks', description: 'Endpoints that receive events, and their deliveries.' },
  { name: 'Admin: messages', description: 'The emails in the outbox.' },
  { name: 'Admin: providers', description: 'The external providers that users may sign in with.' },
  { name: 'Admin: clients and API keys', description: 'Services that get access tokens, and the API keys of users.' },
  { name: 'Admin: statistics', description: 'Counts of users, sessions and emails.' },
  { name: 'Admin: checks and settings', description: 'What the service finds wrong, and the settings in force.' },
  { name: 'Admin: keys', description: 'The keys that sign access tokens.' },
  { name: 'Admin: tokens', description: 'The tokens of administrators.' },
  { name: 'Admin: console', description: 'The sessions of the console, in a cookie.' },
  { name: 'For other services', description: 'Public keys and revocations, to verify access tokens without a call.' },
  { name: 'Health', description: 'Probes and metrics.' },
];

const DESCRIPTION = `A self-hosted service for user accounts and sign-in.

Success is 200. A failure is \`{"code": "...", "message": "..."}\`: 400 for whatever the caller can correct, another status
for the rest. Endpoints with a lock need \`Authorization: Bearer <access token>\`, those under \`/api/admin\` an admin token
in its place. Times are UNIX epoch seconds.`;

/** Describes all endpoints. @public for the reference, which reads the built code */
export function createDocument(app: NestFastifyApplication, { appName, appUrl, baseUrl }: Env): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Latchkey')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    // Relative, so that the documentation page can call the service under every host name that leads to it.
    .addServer(new URL(baseUrl).pathname)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token of a user.' })
    .addSecurity(ADMIN_SECURITY, { type: 'http', scheme: 'bearer', description: 'An admin token: `adm_…`' })
    .addSecurity(CLIENT_SECURITY, { type: 'http', scheme: 'basic', description: 'The id and a secret of a client.' })
    .build();
  const info = { ...config.info, contact: { name: appName, url: appUrl } };
  return nameAliases(SwaggerModule.createDocument(app, { ...config, info, tags: TAGS }));
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The second path of a route gets an operation id of its own. */
function nameAliases(document: OpenAPIObject): OpenAPIObject {
  const first = new Map<string, string>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = methods[method];
      if (!operation) continue;
      const { operationId = '' } = operation;
      const original = first.get(operationId);
      first.set(operationId, original ?? `${method.toUpperCase()} ${path}`);
      if (original === undefined) continue;
      Object.assign(operation, { operationId: `${operationId}Alias`, description: `The same as \`${original}\`.` });
    }
  }
  return document;
}

/** What the OpenAPI document says of an endpoint. */
export interface EndpointFacts {
  /** The unique name of the operation, which names the methods of generated clients. */
  id: string;
  summary: string;
  /**
   * What a caller must know besides the summary, the fields and the error codes. The scope of an administrator is added. Left out
   * when nothing else is to say.
   */
  description?: string;
  /** What parameters of the path mean that have no meaning in `PATH_PARAMETERS`, or another one. */
  parameters?: Record<string, string>;
  /** A scope that the flow demands besides that of `Access`. */
  alsoNeeds?: Scope;
  /** A second path, from an earlier version. */
  alias?: string;
  /** The DTO of the body. */
  body?: Type;
  /** The DTO of the answer; left out when the answer is empty. */
  answers?: Type;
  /** The DTOs of the answer where a parameter chooses among them. */
  either?: Type[];
  /** The media type and the description of a text answer. */
  text?: { type: string; description: string };
  /** The error codes that are specific to the endpoint. */
  fails?: ErrorCode[];
  /** Whether the handler reads the body itself. A request that changes something, and has no `body` either, may have none. */
  ownBody?: boolean;
  /** Whether the endpoint follows a link: it reads the token from the URL and answers 302. */
  follows?: boolean;
  /** Whether the endpoint receives the answer of an external provider, and answers 302. */
  returns?: boolean;
  /** Whether the endpoint can answer with a page that has a button. */
  page?: boolean;
  /** Whether the endpoint records no events and calls no other service. Then the cost of a `RequestActorInterceptor` is saved. */
  noEvents?: boolean;
  /** Whether the answer is 304 when the client already has it (RFC 9110, section 13.1.2). */
  conditional?: boolean;
  /** Whether its failures have the form of OAuth. */
  oauth?: boolean;
  /** Whether the endpoint works without the database. */
  independent?: boolean;
}

/** Serves the OpenAPI document at `/openapi.json` and an interactive page at `/docs`. Both are built at the first request. */
export function serveOpenApi(app: NestFastifyApplication, env: Env): void {
  SwaggerModule.setup('docs', app, () => createDocument(app, env), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Latchkey API',
    // With all of its many groups open, the page shows only the first one.
    swaggerOptions: { docExpansion: 'none', defaultModelsExpandDepth: -1 },
  });
}
