import { VERSION } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { ADMIN_SECURITY } from './endpoint.decorator.js';

const DESCRIPTION = `A self-hosted service for user accounts and sign-in.

Success is 200. A failure is \`{"code": "...", "message": "..."}\`: 400 for whatever the caller can correct, another status
for the rest. Endpoints with a lock need \`Authorization: Bearer <access token>\`, those under \`/api/admin\` an admin token
in its place. Times are UNIX epoch seconds.`;

/** Serves the OpenAPI document at `/openapi.json` and an interactive page at `/docs`. Both are built at the first request. */
export function serveOpenApi(app: NestFastifyApplication, baseUrl: string): void {
  const config = new DocumentBuilder()
    .setTitle('Latchkey')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(baseUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addSecurity(ADMIN_SECURITY, { type: 'http', scheme: 'bearer', description: 'An admin token: `adm_…`' })
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Latchkey API',
  });
}
