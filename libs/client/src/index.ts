export { createClient, type LatchkeyClient } from './client.js';
export type { ClientOptions, PageOptions, SecondStepOptions } from './options.js';
export type { SignedInUser } from './session/connection.js';
export type { SignedIn } from './session/session-storage.js';
export type { SignedOutReason } from './session/tokens.js';
export type { TokenStorage } from './tabs/tabs.js';
export { type ErrorCode, type Fetch, LatchkeyError, MfaError, type ProofMethod, type Schemas } from './wire.js';
