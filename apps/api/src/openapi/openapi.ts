import type { Env } from '@app/config';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { createDocument } from './document.js';

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
