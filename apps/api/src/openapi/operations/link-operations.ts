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
  openEmailUndo: {
    summary: 'Show the page of an undo link',
    description:
      'The page has a button that stops the change of the email while it waits, and restores the previous email later. It lists what it removes. The link is in the email to the previous address.',
  },
  undoEmailChange: {
    summary: 'Stop or undo a change of address from the page of an undo link',
    description:
      'Keeps or restores the previous email and ends all sessions. Factors, passkeys and identities that were added since the session of the change began, and at least in the 24 hours before the change, are removed. A password that was set in that session or later becomes invalid.',
  },
  openFactorsUndo: {
    summary: 'Show the page that undoes a new factor, passkey or identity',
    description: 'The page has a button, and lists what it removes. The link is in the email about the addition.',
  },
  undoFactors: {
    summary: 'Undo a new factor, passkey or identity from its page',
    description:
      'Removes what was added since the session of the addition began, ends all sessions, and makes sign-ins need no factor. A password that was set in that time becomes invalid.',
  },
  openSignInRefusal: {
    summary: 'Show the page that refuses a sign-in',
    description:
      'The page has a button, and lists the sign-ins. The link is in the email about a sign-in on a new device.',
  },
  refuseSignIn: {
    summary: 'Refuse a sign-in from its page',
    description:
      'Ends the sessions of the sign-ins that the email names, and revokes API keys. If the password was used, it becomes invalid, and all sessions end. An email has a link to choose a new one. In the first day it also removes what was added since the sign-in, if sign-ins needed no second factor.',
  },
} satisfies Record<string, OperationText>;
