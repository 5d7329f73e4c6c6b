import type { OperationText } from './operation-text.js';

/** Emails with links, and the endpoints to which the links lead. */
export const LINK_OPERATIONS = {
  sendMagicLink: {
    summary: 'Mail a link that signs in',
    description:
      'The link works once. With `sign_up` it creates the account of an unknown email when it is followed. A disabled user receives no email. With `with_code` the email also has a code for /email-code/verify: using the link or the code uses up both. With `code_challenge`, the browser that knows its verifier signs in by `exchangeCode`, and no token is in a URL.',
  },
  sendEmailCode: {
    summary: 'Mail a code that signs in',
    description:
      'The code works once, and only with the `code_token` of the answer. The answer is the same whether or not the address has an account. With `sign_up` the code creates the account of an unknown email.',
  },
  verifyEmailCode: {
    summary: 'Sign in by an email code',
    description:
      'Each code allows five tries. The first proof of an address invalidates an earlier password and ends all sessions, unless the request has the `mfa_token` of MFA_ENROLMENT_REQUIRED or an access token of the same user.',
  },
  sendVerificationEmail: {
    summary: 'Mail a link that verifies the email of the signed-in user',
    description: 'The link works once, and leads to `next_url` after the verification.',
  },
  openMagicLink: {
    summary: 'Follow a magic link',
    description:
      'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`. With `LINK_CONFIRM=page` a page with a button comes first. A link of the sign-in pages only leads to a screen of theirs.',
  },
  followMagicLink: {
    summary: 'Follow a magic link by the button of its page',
    description:
      'Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`.',
  },
  signInByMagicLink: {
    summary: 'Sign in at the sign-in pages by a magic link of theirs',
    description:
      'The link of a request whose `next_url` is the sign-in page leads to that page with `token`, and only this call uses it up. With `code_verifier` the browser that asked for the link goes on by itself: INVALID_CODE in any other one, and the link still works. Without it, a user has agreed to sign in there.',
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
    summary: 'Disown an account from the page of a verification link: ends its sessions and invalidates its password',
    description: 'For the owner of a mailbox who did not create the account. Redirects to `next_url`.',
  },
  openEmailConfirmation: {
    summary: 'Show the page that confirms a new address',
    description:
      'The page has a button that makes the new address the one of the account. The link is in the email to it.',
  },
  confirmEmail: {
    summary: 'Confirm a new address from its page',
    description:
      'The new email replaces the previous one, and is verified. No session ends, unless an administrator has set the email.',
  },
  openSecureAccount: {
    summary: 'Show the page that secures an account',
    description:
      'The page says what happened and what its button does. The link is in the emails about a new address, a second factor, a linked identity, an admin token and a sign-in on a new device. A used link answers LINK_ALREADY_USED, and so does a second one of the same mailbox from before its use, for 24 hours.',
  },
  secureAccount: {
    summary: 'Secure an account from the page of a link',
    description:
      'Ends all sessions, and everything under way: links, codes, admin tokens and API keys. What was added since the session of the event began, and at least in the 24 hours before it, is removed: factors, passkeys and recovery codes (only if sign-ins needed no second factor before), identities, devices, admin scopes, and a password that was set then or used for the sign-in. A changed email comes back, and one that waits is forgotten. If the password becomes invalid, an email has a link to choose a new one. Works once.',
  },
} satisfies Record<string, OperationText>;
