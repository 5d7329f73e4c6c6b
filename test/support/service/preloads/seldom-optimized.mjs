// Loaded before the service (`node --import`): V8 optimizes only what runs very often, thirty times later than by default. The
// service of a test lives for seconds, in which the usual optimizing costs more than it saves. V8 takes the code that it has
// compiled before only with the flags of that time, so the flag is set after it is loaded.
import { syncBuiltinESMExports } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';

vm.Script = class extends vm.Script {
  constructor(...parameters) {
    super(...parameters);
    setFlagsFromString('--interrupt-budget=2000000');
  }
};
syncBuiltinESMExports();
