// Loaded before the service (`node --import`): the native engine of argon2id does not load, as on a machine without a binary
// for it. The threads of the service load this script, too.
import Module from 'node:module';

const { _load: load } = Module;
Module._load = function loadOthers(request, ...more) {
  if (!request.startsWith('@node-rs/argon2')) return load.call(this, request, ...more);
  process._rawDebug(`refused ${request}`);
  throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
};
