export { AuthModule } from './auth.module.js';
export type { AuthOptions, KeySource } from './auth.options.js';
export { BearerGuard } from './bearer.guard.js';
export { Caller } from './caller.decorator.js';
export {
  ACCESS_ALGORITHM,
  type AccessClaims,
  type CallerIdentity,
} from './claims.js';
