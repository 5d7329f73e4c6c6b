// Runs the service as separate modules, for a script that replaces one of them.
import { main } from '../../../dist/apps/api/src/main.js';

main();
