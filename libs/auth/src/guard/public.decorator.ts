import { type CustomDecorator, SetMetadata } from '@nestjs/common';
import { PUBLIC } from './access.js';

/** Exempts a handler or a class from the `BearerGuard`. With a valid token, the caller is known nevertheless. */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);
