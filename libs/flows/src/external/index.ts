export { CallbackService } from './callback.service.js';
export { ConfirmationSender } from './confirmation-sender.js';
export { ConfirmedSignIn } from './confirmed-sign-in.js';
export type { Exchanged } from './exchange.service.js';
export { ExternalFailures } from './external-failures.js';
export { ProviderLogoutService } from './provider-logout.service.js';
export { type StartedSignIn, type StartRequest, StartService } from './start.service.js';
export { UnlinkService } from './unlink.service.js';
