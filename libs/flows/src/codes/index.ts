export { STRENGTHS } from './code-demands.js';
export { CodeExchangeService } from './code-exchange.service.js';
export { PageCodes } from './page-codes.js';
