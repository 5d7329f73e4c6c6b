export { CodeExchangeService, PageCodes, STRENGTHS } from './codes.js';
