import type { Type } from '@nestjs/common';
import { generateSchema } from '@nestjs/swagger';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

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
