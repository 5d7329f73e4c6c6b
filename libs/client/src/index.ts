export { createClient, type LatchkeyClient } from './client.js';
export { type ErrorCode, LatchkeyError, MfaError, type ProofMethod } from './errors.js';
export type { ClientOptions, PageOptions, SecondStepOptions } from './options.js';
export type { SignedInUser } from './session/connection.js';
export type { SignedIn } from './session/session-storage.js';
export type { SignedOutReason } from './session/tokens.js';
export type { TokenStorage } from './tabs/storage.js';
export type { Fetch, Schemas } from './wire.js';
