export { browserOf } from './browser.js';
export { RecordReader, type UserRecord } from './records.js';
export { ShutdownSignal } from './shutdown-signal.js';
