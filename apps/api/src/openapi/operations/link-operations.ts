import type { OperationText } from './operation-text.js';

/** Letters with links, and the endpoints to which the links lead. */
export const LINK_OPERATIONS = {
  sendMagicLink: {
    summary: 'Mail a link that signs in',
    description:
      'The link works once. With `sign_up` it creates the account of an unknown email when it is followed. A disabled user receives no letter. With `with_code` the letter also has a code for /email-code/verify: using the link or the code uses up both.',
  },
  sendEmailCode: {
    summary: 'Mail a code that signs in',
    description:
      'The code works once, and only with the `code_token` of the answer. The answer is the same whether or not the address has an account. With `sign_up` the code creates the account of an unknown email.',
  },
  verifyEmailCode: {
    summary: 'Sign in by a mailed code',
    description:
      'Each code allows five tries. The first proof of an address voids an earlier password and ends all sessions, unless the request has the `mfa_token` of MFA_ENROLMENT_REQUIRED or an access token of the same user.',
  },
  sendVerificationEmail: {
    summary: 'Mail a link that verifies the email of the signed-in user',
    description: 'The link works once, and leads to `next_url` after the verification.',
  },
  openMagicLink: {
    summary: 'Follow a magic link',
    description:
      'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`. With `LINK_CONFIRM=page` a page with a button comes first.',
  },
  followMagicLink: {
    summary: 'Follow a magic link by the button of its page',
    description: 'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`.',
  },
  openVerification: {
    summary: 'Follow a verification link',
    description:
      'Verifies the email and redirects to `next_url`. With `LINK_CONFIRM=page` a page with a button comes first.',
  },
  confirmVerification: {
    summary: 'Confirm an address from the page of a verification link, which proves it',
    description: 'Verifies the email and redirects to `next_url`.',
  },
  refuseVerification: {
    summary: 'Disown an account from the page of a verification link: ends its sessions and voids its password',
    description: 'For the owner of a mailbox who did not create the account. Redirects to `next_url`.',
  },
  openEmailUndo: {
    summary: 'Show the page of an undo link',
    description: 'The page has a button that restores the previous email. The link is in the letter to that address.',
  },
  undoEmailChange: {
    summary: 'Undo a change of address from the page of an undo link',
    description:
      'Restores the previous email and ends all sessions. A password that was set after the change becomes invalid.',
  },
} satisfies Record<string, OperationText>;
