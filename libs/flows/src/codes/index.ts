export { CodeExchangeService } from './code-exchange.service.js';
