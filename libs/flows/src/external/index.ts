export { ExternalAuthorization, type StartedSignIn, type StartRequest } from './authorization.service.js';
export { type Exchanged, ExternalSignIn } from './external-sign-in.js';
export { ProviderLogoutService } from './provider-logout.service.js';
