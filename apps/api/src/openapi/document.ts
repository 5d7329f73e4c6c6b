import { type Env, VERSION } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { ADMIN_SECURITY, CLIENT_SECURITY } from '../access/access.decorator.js';
import { TAGS } from './tags.js';

const DESCRIPTION = `A self-hosted service for user accounts and sign-in.

Success is 200. A failure is \`{"code": "...", "message": "..."}\`: 400 for whatever the caller can correct, another status
for the rest. Endpoints with a lock need \`Authorization: Bearer <access token>\`, those under \`/api/admin\` an admin token
in its place. Times are UNIX epoch seconds.`;

/** Describes all endpoints. */
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
