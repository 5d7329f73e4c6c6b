import type { ErrorCode } from '@app/errors';
import type { Type } from '@nestjs/common';
import type { OperationId } from './operations.js';

/** What the OpenAPI document says of an endpoint. */
export interface EndpointFacts {
  /** The name of the operation, which also finds its text. */
  id: OperationId;
  /** The DTO of the body; left out when the endpoint reads none. */
  body?: Type;
  /** The DTO of the answer; left out when the answer is empty. */
  answers?: Type;
  /** The DTOs of the answer where a parameter chooses among them. */
  either?: Type[];
  /** The media type and the description of a text answer. */
  text?: { type: string; description: string };
  /** The error codes that are specific to the endpoint. */
  fails?: ErrorCode[];
  /** Whether a body is not needed but validated if present: a POST or DELETE without fields. */
  bodiless?: boolean;
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
