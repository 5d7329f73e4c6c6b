export { ApiError } from './api-error.js';
export { ERRORS, type ErrorCode, statusOf } from './codes.js';
export { ErrorFilter, toErrorBody } from './error.filter.js';
export {
  BoundedObject,
  failsWith,
  ListOfObjects,
  RefusesUnknownFields,
  RequestValidationPipe,
} from './validation.pipe.js';
