import { follow, OF_EACH_RUN } from '../support/docs/follow.js';

follow(OF_EACH_RUN);
