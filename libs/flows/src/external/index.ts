export type { Exchanged } from './exchange.service.js';
export { ExternalFailures } from './external-challenges.js';
export { ExternalConfirmation } from './external-confirmation.js';
export { ProviderLogoutService, UnlinkService } from './provider-logout.service.js';
export { CallbackService, type StartedSignIn, type StartRequest, StartService } from './start.service.js';
