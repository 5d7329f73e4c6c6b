export { ApiError } from './api-error.js';
export { ERRORS, type ErrorCode } from './codes.js';
export { EnvelopeFilter, toEnvelope } from './envelope.filter.js';
export { fails } from './field-code.js';
export { WirePipe } from './wire.pipe.js';
