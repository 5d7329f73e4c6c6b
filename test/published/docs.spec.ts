import { follow, OTHERS } from '../support/docs/reader.js';

follow(OTHERS);
