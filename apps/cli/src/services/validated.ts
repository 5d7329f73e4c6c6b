import { RequestValidationPipe } from '@app/errors';
import type { Type } from '@nestjs/common';

/** The values as a request of the admin API, after the checks of its endpoint. @throws {ApiError} as the endpoint does */
export async function validated<T>(request: Type<T>, values: object): Promise<T> {
  return (await new RequestValidationPipe().transform(values, { type: 'body', metatype: request })) as T;
}
