import { follow, OF_EACH_RUN } from '../support/docs/reader.js';

follow(OF_EACH_RUN);
