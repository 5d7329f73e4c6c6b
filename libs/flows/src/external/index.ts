export { CallbackService } from './callback.service.js';
export type { Exchanged } from './exchange.service.js';
export { ExternalConfirmation } from './external-confirmation.js';
export { ExternalFailures } from './external-failures.js';
export { ProviderLogoutService } from './provider-logout.service.js';
export { type StartedSignIn, type StartRequest, StartService } from './start.service.js';
export { UnlinkService } from './unlink.service.js';
