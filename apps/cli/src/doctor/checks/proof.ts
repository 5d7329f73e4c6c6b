import { type Check, ok, warn } from '../check.js';

/** Whether a mail scanner that follows links can use them up, and verify an address. */
export const linkPage: Check = {
  name: 'links',
  settings: ['LINK_CONFIRM'],
  run: async ({ env: { production, linkConfirm } }) => {
    if (!production || linkConfirm === 'page') return ok(`LINK_CONFIRM=${linkConfirm}`);
    return warn(
      'LINK_CONFIRM=none: a mail scanner that follows a link uses it up, and can verify an address that its owner never saw',
      'advice for production: LINK_CONFIRM=page',
    );
  },
};

/** Whether a client can claim that an address is verified. */
export const signUpClaims: Check = {
  name: 'sign up',
  settings: ['SIGNUP_EMAIL_VERIFIED'],
  run: async ({ env: { production, signupEmailVerified } }) => {
    if (!production || signupEmailVerified === 'ignore') return ok(`SIGNUP_EMAIL_VERIFIED=${signupEmailVerified}`);
    return warn(
      'SIGNUP_EMAIL_VERIFIED=client: anybody can create an account that says email_verified for the address of another person',
      'advice for production: SIGNUP_EMAIL_VERIFIED=ignore, unless only your own servers call create',
    );
  },
};
