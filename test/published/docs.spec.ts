import { follow, OTHERS } from '../support/docs/follow.js';

follow(OTHERS);
