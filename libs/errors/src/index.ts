export { ApiError } from './api-error.js';
export { BoundedObject } from './bounded-object.js';
export { ERRORS, type ErrorCode } from './codes.js';
export { ErrorFilter, toErrorBody } from './error.filter.js';
export { ListOfObjects } from './list-of-objects.js';
export { RefusesUnknownFields } from './unknown-fields.js';
export { failsWith, RequestValidationPipe } from './validation.pipe.js';
