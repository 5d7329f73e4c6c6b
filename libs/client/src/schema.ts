// Made from the OpenAPI document of the service by `npm run client:types`. Change the service, not this file.

export interface paths {
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics in the text format of Prometheus
         * @description `METRICS_PORT` serves them without a token on another port. Scope `read`.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with email and password
         * @description Opens a session. The answer does not reveal whether the email or the password is wrong.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with email and password
         * @description The same as `POST /api/auth/user/login`.
         */
        post: operations["signInAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for new tokens
         * @description Use the new refresh token from then on. A refresh token that is used again after the grace period counts as stolen: its session ends.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out of one session, of the sign-in pages, or of all
         * @description Ends the session of `refresh_token`; with `parent` the session of the sign-in pages in which that of the access token began, with all products; otherwise all sessions of the user.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of the user
         * @description The newest session is the first. `current` marks the session of the access token.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session of the user
         * @description Its refresh token no longer works, and its access tokens only read until they expire.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the code of a followed link or of an external sign-in for tokens
         * @description Codes of links come from `sendMagicLink` with `code_challenge`. A wrong `code_verifier` uses the code up, and a second use of the code with its verifier ends the session of the first. A code that links an identity needs the access token of its user, and the answer has only `identity_id`. After EMAIL_CONFIRMATION_REQUIRED continue with `confirmExternalEmail`.
         */
        post: operations["exchangeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/external/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the code of a followed link or of an external sign-in for tokens
         * @description The same as `POST /api/auth/token`.
         */
        post: operations["exchangeCodeAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a code by which a product gets a session
         * @description For the sign-in pages of the service: needs the access token of a session, and the same session in their cookie. The browser goes to `next_url` with the code, and the product exchanges it by `exchangeCode`. The new session has the `amr`, `acr`, `auth_time` and `idp` of this one, and lives only while it lives. At this service it is not recent before it reauthenticates. With `acr` or `max_age`, fails with REAUTHENTICATION_REQUIRED until the session of the pages has such a proof. A product that demands one checks `acr` and `auth_time` of its own token: a browser can leave the fields out.
         */
        post: operations["createPageCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices of the user
         * @description A device is a browser or a program that has sent `X-Latchkey-Device` at a sign-in, or has its session in a cookie. It is known for a year after its newest sign-in.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/devices/{device_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a device of the user
         * @description Ends the sessions on the device. Its next sign-in is one on a new device.
         */
        delete: operations["removeDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened in the account of the user
         * @description The newest event is the first. Only events of the last 90 days, and not longer than `EVENTS_TTL`.
         */
        get: operations["listSecurityEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a user
         * @description Anyone may call this. With `login` the user is signed in, and the answer contains tokens.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signed-in user
         * @description An access token reads the user until it expires, also after its session has ended, and a disabled user with `active` false. To know whether the session is still open, read `/user/sessions`.
         */
        get: operations["getUser"];
        /**
         * Change the email or the metadata of the signed-in user
         * @description Only given fields change. A change of the email requires a recent sign-in, or without a second factor the `password`; with a second factor, only a recent sign-in with the factor counts. The new email is not verified, and the old address receives a link that takes the change back. With `EMAIL_CHANGE=confirm`, and for a user with a second factor, a passkey or a linked identity, the email changes only when a reader of the new mailbox confirms it: see /user/email.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete the signed-in user
         * @description Deletes the user and all their data. Requires a recent sign-in, or from a user without a second factor the `password`.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signed-in user
         * @description The same as `GET /api/auth/user`.
         */
        get: operations["getUserAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the new email of the signed-in user that waits for its confirmation
         * @description At most one waits: a newer one replaces it.
         */
        get: operations["getPendingEmail"];
        put?: never;
        post?: never;
        /**
         * Forget the new email of the signed-in user that waits for its confirmation
         * @description The link in the email to the new address becomes invalid. Succeeds also if none waits.
         */
        delete: operations["forgetPendingEmail"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the data of the signed-in user
         * @description A JSON file with all that is stored about the user, but for secrets, and for what concerns administrators or only the service. While the user has not proved the email, the emails to it are left out. Requires a recent sign-in. The event `user.exported` records it.
         */
        get: operations["exportOwnData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the password of the signed-in user, or of the owner of a reset token
         * @description Ends all other sessions. With a reset token as `old_password` no access token is needed, all sessions end, and the email is verified.
         */
        patch: operations["changePassword"];
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link to choose a new password
         * @description The answer is the same for an unknown email. The link is `reset_url` with the parameter `token`.
         */
        post: operations["sendPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/magic-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link that signs in
         * @description The link works once. With `sign_up` it creates the account of an unknown email when it is followed. A disabled user receives no email. With `with_code` the email also has a code for /email-code/verify: using the link or the code uses up both. With `code_challenge`, the browser that knows its verifier signs in by `exchangeCode`, and no token is in a URL.
         */
        post: operations["sendMagicLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/magic-link/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in at the sign-in pages by a magic link of theirs
         * @description The link of a request whose `next_url` is the sign-in page leads to that page with `token`, and only this call uses it up. With `code_verifier` the browser that asked for the link goes on by itself: INVALID_CODE in any other one, and the link still works. Without it, a user has agreed to sign in there.
         */
        post: operations["signInByMagicLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link that verifies the email of the signed-in user
         * @description The link works once, and leads to `next_url` after the verification.
         */
        post: operations["sendVerificationEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/magic-link/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a magic link
         * @description Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`. With `LINK_CONFIRM=page` a page with a button comes first. A link of the sign-in pages only leads to a screen of theirs.
         */
        get: operations["openMagicLink"];
        put?: never;
        /**
         * Follow a magic link by the button of its page
         * @description Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`; for a link with `code_challenge` only with `code`.
         */
        post: operations["followMagicLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/verify-email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a verification link
         * @description Verifies the email and redirects to `next_url`. With `LINK_CONFIRM=page` a page with a button comes first.
         */
        get: operations["openVerification"];
        put?: never;
        /**
         * Confirm an address from the page of a verification link, which proves it
         * @description Verifies the email and redirects to `next_url`.
         */
        post: operations["confirmVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/verify-email/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disown an account from the page of a verification link: ends its sessions and invalidates its password
         * @description For the owner of a mailbox who did not create the account. Redirects to `next_url`.
         */
        post: operations["refuseVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page that confirms a new address
         * @description The page has a button that makes the new address the one of the account. The link is in the email to it.
         */
        get: operations["openEmailConfirmation"];
        put?: never;
        /**
         * Confirm a new address from its page
         * @description The new email replaces the previous one, and is verified. No session ends, unless an administrator has set the email.
         */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/secure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page that secures an account
         * @description The page says what happened and what its button does. The link is in the emails about a new address, a second factor, a linked identity, an admin token and a sign-in on a new device. A used link answers LINK_ALREADY_USED, and so does a second one of the same mailbox from before its use, for 24 hours.
         */
        get: operations["openSecureAccount"];
        put?: never;
        /**
         * Secure an account from the page of a link
         * @description Ends all sessions, and everything under way: links, codes, admin tokens and API keys. What was added since the session of the event began, and at least in the 24 hours before it, is removed: factors, passkeys and recovery codes (only if sign-ins needed no second factor before), identities, devices, admin scopes, and a password that was set then or used for the sign-in. A changed email comes back, and one that waits is forgotten. If the password becomes invalid, an email has a link to choose a new one. Works once.
         */
        post: operations["secureAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a code that signs in
         * @description The code works once, and only with the `code_token` of the answer. The answer is the same whether or not the address has an account. With `sign_up` the code creates the account of an unknown email.
         */
        post: operations["sendEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email-code/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by an email code
         * @description Each code allows five tries. The first proof of an address invalidates an earlier password and ends all sessions, unless the request has the `mfa_token` of MFA_ENROLMENT_REQUIRED or an access token of the same user.
         */
        post: operations["verifyEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the second factors of the user
         * @description Without secrets. Authenticator apps that wait for their first code are left out.
         */
        get: operations["getMfa"];
        /**
         * Switch the demand for a second factor on or off
         * @description Ends all other sessions. Requires a recent sign-in. The answer has recovery codes if the user had none.
         */
        put: operations["updateMfa"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/mfa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make new recovery codes, which void the old ones
         * @description Shows the new codes once, and ends all other sessions. Requires a recent sign-in.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/mfa/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an authenticator app, which works after its first code
         * @description Show `uri` as a QR code. Requires a recent sign-in, or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token.
         */
        post: operations["addTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/mfa/totp/{factor_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an authenticator app by its first code
         * @description The first app switches second factors on, ends all other sessions, and answers with recovery codes, which are shown only once. With the `mfa_token` of MFA_ENROLMENT_REQUIRED it also signs in.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/mfa/totp/{factor_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an authenticator app
         * @description Ends all other sessions. Removing the last factor switches second factors off. Requires a recent sign-in.
         */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        /**
         * Rename an authenticator app
         * @description Requires a recent sign-in.
         */
        patch: operations["renameTotp"];
        trace?: never;
    };
    "/api/auth/mfa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in by a second factor
         * @description After MFA_REQUIRED: `code` of an authenticator app, or a `recovery_code`. Each token allows five tries, and each code works once.
         */
        post: operations["verifyMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reauthenticate, for changes that need a recent sign-in
         * @description One of `password`, `code`, `recovery_code`, and `code_token` with `email_code`. A second factor raises the session to `aal2`. The refresh token stays.
         */
        post: operations["reauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/mfa/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the second step of a sign-in by a passkey
         * @description The options list the passkeys of the user. Finish with `verifyMfa`.
         */
        post: operations["mfaPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/reauthenticate/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for what a new proof needs
         * @description With `passkey`, the challenge for a passkey; with `email_code`, a code is mailed, only to a user who has neither a password nor a second factor.
         */
        post: operations["prepareReauthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in by a passkey
         * @description The browser offers the passkeys that it knows, so the request names no user.
         */
        post: operations["passkeyLoginOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a passkey
         * @description The authenticator verifies the user by a PIN or biometrics, so no second factor is asked for. After PASSKEY_NOT_FOUND the page can signal the browser to remove the passkey.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the creation of a passkey
         * @description Requires a recent sign-in, or the `mfa_token` of MFA_ENROLMENT_REQUIRED in place of the access token.
         */
        post: operations["passkeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the passkeys of the user
         * @description With what the signals of the browser need: the domain, the user handle and the credential ids.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey
         * @description Ends no session, and asks for no second factor from now on. Requires a recent sign-in. With the `mfa_token` of MFA_ENROLMENT_REQUIRED it switches second factors on, signs in, and answers with recovery codes, which are shown only once.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Ends all other sessions. Removing the last factor switches second factors off. The last way to sign in stays. Requires a recent sign-in.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description The name is only for lists. The authenticator keeps its own.
         */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/api/auth/external/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the external providers
         * @description Those that are switched on, in the order of their ids.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/external/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in by an external provider
         * @description Keep the `code_verifier` in the browser, and send the browser to `url`. It returns to `next_url` with `code`, or with `error` and `message`: ACCESS_DENIED, PROVIDER_ERROR or PROVIDER_NOT_FOUND. A change of the provider in between is INVALID_STATE. Finish with `exchangeCode`.
         */
        post: operations["startExternalSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/identities/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to link an identity at an external provider to the account
         * @description Like a sign-in, but `exchangeCode` needs the access token of the same user, whose session is still alive. Requires a recent sign-in, and a proved address while the service sends mail.
         */
        post: operations["startIdentityLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/external/{id}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return from an external provider
         * @description The redirect URI for the provider. Each `state` works once.
         */
        get: operations["finishAtProvider"];
        put?: never;
        /**
         * Return from an external provider that answers by a form
         * @description The same for providers of the kind `apple`. Others are NOT_FOUND.
         */
        post: operations["finishAtProviderByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/external/{id}/backchannel-logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the sessions of a person who has signed out at an external provider
         * @description For providers with OpenID Connect Back-Channel Logout 1.0: register this URL there. Ends the sessions of the person or of the session at the provider. Each `logout_token` works once.
         */
        post: operations["logoutByProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/external/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a code to the address of a person whom a provider has authenticated
         * @description After EMAIL_CONFIRMATION_REQUIRED. The answer is the same for known and unknown addresses. Each `pending_token` leads to one sign-in.
         */
        post: operations["confirmExternalEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/external/confirm/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish an external sign-in by the email code
         * @description Links the identity to the account that has the address, or creates one. Each code allows five tries.
         */
        post: operations["verifyExternalEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the external identities of the user
         * @description Oldest first. The addresses are those that the providers named last.
         */
        get: operations["listIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an external identity
         * @description Ends the other sessions that its provider has opened, and mails a notice. The identity comes back only by a link of the signed-in user or by an email code. The last way to sign in stays. Requires a recent sign-in.
         */
        delete: operations["unlinkIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token for a client (RFC 6749, section 4.4)
         * @description The client authenticates by HTTP Basic, or by an assertion that it has signed (RFC 7523): ES256, RS256 or EdDSA, `iss` and `sub` its id, `aud` the issuer or this URL, `exp` at most 300 seconds ahead, each `jti` once. Failures have the form of OAuth.
         */
        post: operations["issueClientToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own API keys
         * @description Without the keys themselves.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description For a script of the user. Needs a recent sign-in. Shows the key, once: `lk_`, its id, 256 random bits and a checksum. A user has at most 20.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description At once and for good. Other services refuse its access tokens within seconds.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-keys/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token with an API key
         * @description Its `typ` is `machine`, `sub` the user and `key_id` the key. The scopes are limited by the key, by `API_KEY_SCOPES`, and by the `scopes` in the claims of the user. No endpoint of this service accepts the token.
         */
        post: operations["exchangeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the admin tokens
         * @description With their scopes and last use, without the tokens themselves. Scope `read`.
         */
        get: operations["adminListTokens"];
        put?: never;
        /**
         * Create an admin token
         * @description Only this answer contains the token. It works while its maker works and has its scopes. A user who makes one needs a recent second factor, and gives it an end at most 90 days ahead. Scope `write`.
         */
        post: operations["adminCreateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an admin token
         * @description The token and those that it has made are refused from then on, and the sessions in which they act as users end. What they have begun and sent stays: unused links, new emails of users, resets of factors. With `stolen` this ends, too, and what they, and who worked for them, have made is disabled: clients, providers and webhooks, also those of others that they have widened; users with a password or another way to sign in; and admin scopes. Accounts that they have opened or changed are secured as by the button of their owners. The answer lists all of this. With `since` only what was done from that second on. Without `stolen` the answer is empty. `stolen` works for a token that has expired or was revoked before, too; it needs all scopes of the token, and in the console a factor shown of late. Scope `write`.
         */
        delete: operations["adminRevokeToken"];
        options?: never;
        head?: never;
        /**
         * Let an admin token expire sooner
         * @description The time can only be brought forward. Sessions in which the token, or one that it has made, acts as a user end at once if they would outlive it. Scope `write`.
         */
        patch: operations["adminChangeToken"];
        trace?: never;
    };
    "/api/admin/users.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Write a list of users as CSV
         * @description All pages of the list, in UTF-8. A cell that a spreadsheet would run as a formula begins with an apostrophe. Recorded in an event. Scope `export`.
         */
        get: operations["adminListUsersCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do the same with all users of a filter
         * @description Ends sessions, requires a second factor or disables, for at most `limit` users in a call: continue with `next_cursor` while `has_more` is true. At least one filter must be given. Each user is changed alone, so that the same calls from the beginning complete what was interrupted. Scopes `write` and `read`.
         */
        post: operations["adminChangeUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search the users
         * @description The filters apply together. With several, at most 1,000 users are checked for a page: it can have fewer users than `limit`, or none, while `has_more` is true. Scope `read`.
         */
        get: operations["adminListUsers"];
        put?: never;
        /**
         * Create a user
         * @description With a password, with the hash of a password, or with neither. A field that is not in the list is refused. The `uid` of a deleted user needs the scope `export`, too. In the console, a hash, factors and identities need a factor shown of late. Scope `write`.
         */
        post: operations["adminCreateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description With the number of sessions. Scope `read`.
         */
        get: operations["adminGetUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deletes the user, their sessions and their links. Scope `write`.
         */
        delete: operations["adminDeleteUser"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a user
         * @description Only given fields change. A new email, a new password and `active: false` end all sessions; `mfa: required` ends those that one factor has opened. `admin_scopes` need a user with an enabled factor and a verified email, and end all sessions; a user in the console who gives them needs a recent second factor. New `claims` end none: other services refuse the access tokens from before. Scope `write`.
         */
        patch: operations["adminUpdateUser"];
        trace?: never;
    };
    "/api/admin/users/{uid}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all that is stored about a user
         * @description One JSON document with a key for each table, without secrets and hashes (GDPR, article 15). Scope `export`.
         */
        get: operations["adminExportPerson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sessions of a user
         * @description The newest session is the first. Scope `read`.
         */
        get: operations["adminListSessions"];
        put?: never;
        post?: never;
        /**
         * End all sessions of a user
         * @description Access tokens of these sessions only read until they expire. Scope `write`.
         */
        delete: operations["adminEndSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one session of a user
         * @description Access tokens of this session only read until they expire. Scope `write`.
         */
        delete: operations["adminEndSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the second factors of a user
         * @description Without secrets, and with the time of a reset that waits. Scope `read`.
         */
        get: operations["adminListFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/factors/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the second factors of a user
         * @description Removes authenticator apps and recovery codes, and passkeys only if asked for; ends all sessions and informs the user. With `MFA_RESET_DELAY` it waits, and the user can stop it. Signs no one in. Scope `write`.
         */
        post: operations["adminResetFactors"];
        /**
         * Stop a reset of the second factors that waits
         * @description Scope `write`.
         */
        delete: operations["adminStopReset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the passkeys of a user
         * @description Scope `read`.
         */
        get: operations["adminListPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/passkeys/{passkey_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey of a user
         * @description Ends all sessions and mails a notice. Removing the last factor switches second factors off. Scope `write`.
         */
        delete: operations["adminRemovePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the identities of a user
         * @description The accounts at external providers that sign the user in. Scope `read`.
         */
        get: operations["adminListIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an identity of a user
         * @description Also the last way to sign in. Ends the sessions that the provider has opened. Scope `write`.
         */
        delete: operations["adminRemoveIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the external providers
         * @description In the order of their ids, also disabled ones and those of the file, without secrets. Scope `providers`.
         */
        get: operations["adminListProviders"];
        put?: never;
        /**
         * Add an external provider
         * @description Register `redirect_uri` of the answer at the provider. The secret is stored encrypted and never shown. Scope `providers`.
         */
        post: operations["adminCreateProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an external provider
         * @description Without its secret. Scope `providers`.
         */
        get: operations["adminGetProvider"];
        put?: never;
        post?: never;
        /**
         * Delete an external provider
         * @description Users cannot sign in with it any more. Their identities stay, and work again if a provider with the same id and the same issuer is added. Scope `providers`.
         */
        delete: operations["adminDeleteProvider"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable an external provider
         * @description Only given fields change. Disabling stops new sign-ins at once and ends no session. With a new issuer, the identities of the issuer before match no longer. Scope `providers`.
         */
        patch: operations["adminUpdateProvider"];
        trace?: never;
    };
    "/api/admin/providers/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the connection to an external provider
         * @description Fetches the discovery document and the keys anew. The error is a text for people. Scope `providers`.
         */
        post: operations["adminTestProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients
         * @description Services that get access tokens without a person. Newest first, without secrets. Scope `clients`.
         */
        get: operations["adminListClients"];
        put?: never;
        /**
         * Create a client
         * @description Shows the first secret, once. A user in the console needs a recent second factor. Scope `clients`.
         */
        post: operations["adminCreateClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/clients/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a client
         * @description Without its secrets. Scope `clients`.
         */
        get: operations["adminGetClient"];
        put?: never;
        post?: never;
        /**
         * Delete a client
         * @description Other services refuse its tokens within seconds. Scope `clients`.
         */
        delete: operations["adminDeleteClient"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a client
         * @description Only given fields change. Other services refuse the tokens from before within seconds if the client loses scopes, audiences, keys or time, or is disabled. A user in the console who adds a key needs a recent second factor. Scope `clients`.
         */
        patch: operations["adminUpdateClient"];
        trace?: never;
    };
    "/api/admin/clients/{client_id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a second secret of a client
         * @description Shows it, once. Both work until one is deleted. A user in the console needs a recent second factor. Scope `clients`.
         */
        post: operations["adminCreateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/clients/{client_id}/secrets/{secret_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a secret of a client
         * @description If it was used within the lifetime of an access token, other services refuse the tokens that the client has, within seconds. Scope `clients`.
         */
        delete: operations["adminDeleteClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of all users
         * @description Newest first, without the keys themselves. Scope `read`.
         */
        get: operations["adminListAllApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of a user
         * @description Without the keys themselves. Scope `read`.
         */
        get: operations["adminListApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key of a user
         * @description An email informs the user. Scope `write`.
         */
        delete: operations["adminRevokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link without mailing it
         * @description The answer contains the link, which works once, and not after the admin token was revoked. Scope `write`.
         */
        post: operations["adminCreateLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event log
         * @description Each change of state is one event, with its actor. Events contain no secrets. Scope `read`.
         */
        get: operations["adminListEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emails in the outbox
         * @description Without their content. Scope `read`.
         */
        get: operations["adminListMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a failed or queued email now
         * @description The email is sent in the background. Scope `write`.
         */
        post: operations["adminRetryMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of emails
         * @description With the languages of their templates. Scope `read`.
         */
        get: operations["adminListTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/templates/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Write an email with example values
         * @description By the templates in force, as a reader gets it. Its link and its code do not work. Scope `read`.
         */
        get: operations["adminPreviewTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/templates/{kind}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the HTML of an email with example values
         * @description As a page for a sandboxed frame of the console: it runs and loads nothing. Scope `read`.
         */
        get: operations["adminShowTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks
         * @description Without their secrets. Scope `webhooks`.
         */
        get: operations["adminListWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description From then on the URL receives the events of these types as signed messages (Standard Webhooks 1.0). The answer shows the secret only this once. Scope `webhooks`.
         */
        post: operations["adminCreateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description With its state and how far it is behind. Scope `webhooks`.
         */
        get: operations["adminGetWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description With its deliveries. Scope `webhooks`.
         */
        delete: operations["adminDeleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, pause or wake a webhook
         * @description Only given fields change. `active: false` pauses it; `active: true` sends what it missed, as far as the event log reaches. Scope `webhooks`.
         */
        patch: operations["adminUpdateWebhook"];
        trace?: never;
    };
    "/api/admin/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description During the overlap each message has a signature of both secrets. Scope `webhooks`.
         */
        post: operations["adminRotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description A message of the type `webhook.test`, at once and without a retry. Scope `webhooks`.
         */
        post: operations["adminTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description Those that were sent or given up are kept for 30 days. Scope `webhooks`.
         */
        get: operations["adminListDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery now
         * @description One that has failed, or that waits for its next try. Scope `webhooks`.
         */
        post: operations["adminRetryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description Events of the log that match the types of the webhook and those of the request. The messages have the header `webhook-replay: 1`. Their results neither disable nor heal the webhook. Scope `webhooks`.
         */
        post: operations["adminReplayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the signing keys
         * @description Without the private keys. Scope `read`.
         */
        get: operations["adminListKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing key
         * @description The next key signs when it has been published long enough. No user is signed out. The answer names the next key. Scope `write`.
         */
        post: operations["adminRotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description With the number of users that each still has, for an undo. Scope `read`.
         */
        get: operations["adminListImports"];
        put?: never;
        /**
         * Import users
         * @description Reads one user a line. A line that fails is listed in the answer, and the others are imported. A field that is not in the list fails its line, and so does the `uid` of a deleted user without the scope `export`. When the administrator loses the right meanwhile, the answer is `NOT_AUTHENTICATED`, and users of earlier lines stay. Scope `write`.
         */
        post: operations["adminImportUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Undo an import: remove its users who never signed in
         * @description Users who have signed in remain. Scope `write`.
         */
        delete: operations["adminUndoImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export users
         * @description Writes one user a line, in the form that an import reads. The answer breaks off when the administrator loses the right meanwhile. Scope `export`.
         */
        get: operations["adminExportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the file of another product, or a table
         * @description Reads what `latchkey import --from` reads, one file. The answer begins when the whole file was read. The `uid` of a deleted user fails its record without the scope `export`. Scope `write`.
         */
        post: operations["adminImportFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the columns and the first rows of a CSV file
         * @description With the field that each column may fill, for the `map` of an import. Scope `write`.
         */
        post: operations["adminPreviewFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{uid}/impersonate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act as a user
         * @description An access token of the user without a refresh token, for reading and for changes that are not about the account itself. The user learns of it, as `IMPERSONATION_NOTICE` says, and can end the session. It also ends with the admin token. Scope `impersonate`.
         */
        post: operations["adminImpersonateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count users, sessions and queued emails
         * @description The counts are of this moment. Scope `read`.
         */
        get: operations["adminGetStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the service and what it depends on
         * @description The findings of `latchkey doctor`, seen from the running service. Changes nothing. Takes at most about 30 seconds; a report is kept for 10 seconds. Scope `read`.
         */
        get: operations["adminRunChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settings in force
         * @description With their defaults. Of a secret, only whether it is set. Scope `read`.
         */
        get: operations["adminListSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own administrator
         * @description The name and the scopes of the caller. Any scope.
         */
        get: operations["adminGetSession"];
        put?: never;
        /**
         * Sign in to the console
         * @description By an admin token, by the access token of a user with admin scopes (recent, and with a second factor; also in the `Authorization` header), or by the link that a start outside production prints. Sets a cookie that the admin API accepts in place of a token, for 8 hours, or 30 minutes without a request. Requests that change something need the header `X-Latchkey-Console: 1` and the `Origin` of `BASE_URL`; so does this one.
         */
        post: operations["adminSignIn"];
        /**
         * Sign out of the console
         * @description Ends the session of the cookie, and the session of the user that opened it. Any scope.
         */
        delete: operations["adminSignOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/ui": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What sign-in pages need to know
         * @description Which ways to sign in are on, and what the pages say. Without secrets. Passkeys are left out where browsers refuse them. The same for every person and cacheable for a minute, except for the pages of the service, which also learn by `signed_in` whether their cookie has a session.
         */
        get: operations["getUi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/ui/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a screen says about a link
         * @description For the owner of the token of a reset link or a magic link, before the link is used. Does not use it.
         */
        post: operations["readLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where to find the public keys, for libraries that know only the issuer (RFC 8414)
         * @description Contains only what the service does. It is no OpenID provider: there is no authorization endpoint and no ID token, and the token endpoint is for clients.
         */
        get: operations["getIssuerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys of access tokens (RFC 7517)
         * @description Cache it as long as `Cache-Control` allows, and fetch it again for an unknown `kid`.
         */
        get: operations["getKeySet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/revocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The sessions, users, clients and API keys whose access tokens must be refused before they expire
         * @description Request it every few seconds with the `cursor` of the previous answer.
         */
        get: operations["listRevocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process answers
         * @description Does not use the database. For the liveness probe of an orchestrator.
         */
        get: operations["checkLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the database is reachable and migrated, and the signing keys are loaded
         * @description Fails during the shutdown. For load balancers and readiness probes.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        LoginRequest: {
            /** @description The email of the account, case-insensitive. */
            email: string;
            /** @description The password, case-sensitive. */
            password: string;
        };
        SignedIn: {
            /** Format: uuid */
            uid: string;
            /** @description The access token: a JWT for the Authorization header. */
            token: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description Can be exchanged for new tokens. Left out where it is in a cookie. */
            refresh_token?: string;
            email_verified: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata: string;
            /** @description Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use. */
            device_token?: string;
        };
        RefreshRequest: {
            /** @description The newest refresh token of the session: required unless it is in a cookie. */
            refresh_token?: string;
        };
        Refreshed: {
            /** Format: uuid */
            uid: string;
            /** @description The access token: a JWT for the Authorization header. */
            access_token: string;
            /** @description Replaces the refresh token that was presented. Left out where it is in a cookie. */
            refresh_token?: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
        };
        LogoutRequest: {
            /** @description Ends the session of this token. Left out, all sessions of the user end. */
            refresh_token?: string;
            /**
             * @description Whether the session of the sign-in pages ends in which this one began, with all products that it has signed in to. One that began in no other ends itself. Not beside a `refresh_token`.
             * @default false
             */
            parent?: boolean;
            /**
             * @description With the session in a cookie: whether all sessions of the user end. Otherwise that of the cookie ends.
             * @default false
             */
            all?: boolean;
        };
        SessionView: {
            /** Format: uuid */
            session_id: string;
            /** @description The sign-in, in UNIX epoch seconds. */
            created_at: number;
            /** @description The sign-in or the last refresh, in UNIX epoch seconds; for the user rounded down to the minute. A refresh by a product counts for the session of the sign-in pages, too, with a precision of one hour. */
            last_used_at: number;
            /** @description When the session ends without another use, in UNIX epoch seconds. */
            expiry: number;
            /** @description The client address that opened the session: of a product, that of its exchange of the code. */
            ip: string;
            /** @description The `User-Agent` of the sign-in. */
            user_agent: string;
            /**
             * @description The way to sign in; of a product, that of the session on the sign-in pages.
             * @enum {string}
             */
            method: "password" | "sign_up" | "magic_link" | "email_code" | "passkey" | "external" | "impersonation";
            /**
             * Format: uuid
             * @description The `session_id` of the session on the sign-in pages in which this one of a product began, and with which it ends; null for any other one.
             */
            parent_id: string | null;
            /** @description Whether it is the session of this request. */
            current: boolean;
        };
        SessionList: {
            /** @description Newest first. */
            sessions: components["schemas"]["SessionView"][];
        };
        CodeExchangeRequest: {
            /** @description The `code` of the URL to which a link, a provider or the sign-in pages led the browser. It works once, for 60 seconds. */
            code: string;
            /** @description The verifier of the `code_challenge`. */
            code_verifier: string;
        };
        ExchangedCode: {
            /** Format: uuid */
            uid?: string;
            /** @description The access token: a JWT for the Authorization header. */
            token?: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry?: number;
            /** @description Can be exchanged for new tokens. Left out where it is in a cookie. */
            refresh_token?: string;
            email_verified?: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata?: string;
            /** @description Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use. */
            device_token?: string;
            /**
             * Format: uuid
             * @description Only of a code that links an identity.
             */
            identity_id?: string;
        };
        PageCodeRequest: {
            /** @description The URL of the product to which the browser goes with the code. */
            next_url: string;
            /** @description The SHA-256 of a random `code_verifier`, in base64url (RFC 7636, S256). */
            code_challenge: string;
            /**
             * @description How strong the session must be: `aal2` with a second factor.
             * @enum {string}
             */
            acr?: "aal1" | "aal2";
            /** @description How old the proof of that strength may be, in seconds. */
            max_age?: number;
        };
        IssuedPageCode: {
            /** @description Works once, and only with the verifier of the `code_challenge`. */
            code: string;
            /** @description Until when the code works, in UNIX epoch seconds. */
            expiry: number;
        };
        DeviceView: {
            /** Format: uuid */
            device_id: string;
            /** @description The `User-Agent` of the newest sign-in. */
            client: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description The newest sign-in, or the newest refresh of a session on the device, in UNIX epoch seconds, rounded down to the minute. */
            last_used_at: number;
            /** @description Until when a sign-in by password needs no second factor on the device, in UNIX epoch seconds; null for a device that is not trusted. */
            trusted_until: number | null;
            /** @description Whether the session of this request is on the device. */
            current: boolean;
        };
        DeviceList: {
            /** @description The one that was used last comes first. */
            devices: components["schemas"]["DeviceView"][];
        };
        SecurityEventView: {
            /**
             * @description What happened: docs/reference/events.md.
             * @enum {string}
             */
            type: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "user.claims_changed" | "user.email_changed" | "user.email_verified" | "user.admin_scopes_removed" | "user.password_changed" | "user.password_reset" | "user.imported" | "user.exported" | "user.erased" | "user.impersonated" | "login.succeeded" | "account.secured" | "device.added" | "device.trusted" | "device.removed" | "login.failed" | "session.opened" | "session.revoked" | "session.reuse_detected" | "link.sent" | "link.used" | "admin.token_created" | "admin.token_revoked" | "admin.token_changed" | "admin.token_stolen" | "admin.key_rotated" | "admin.exported" | "admin.signed_in" | "admin.signed_out" | "mfa.challenged" | "mfa.failed" | "mfa.enabled" | "mfa.disabled" | "mfa.locked" | "mfa.factor_added" | "mfa.factor_removed" | "mfa.recovery_used" | "mfa.recovery_renewed" | "mfa.reset_asked" | "mfa.reset_stopped" | "mfa.reset" | "passkey.added" | "passkey.removed" | "passkey.counter_regressed" | "identity.linked" | "identity.unlinked" | "provider.changed" | "webhook.changed" | "webhook.disabled" | "client.created" | "client.changed" | "client.deleted" | "client.secret_created" | "client.secret_deleted" | "api_key.created" | "api_key.revoked";
            /** @description UNIX epoch seconds. */
            at: number;
            /** @description The client address; null for what an administrator or the service has done. */
            ip: string | null;
            /** @description The `User-Agent`; null for what an administrator or the service has done, and where it is not known. */
            client: string | null;
            /**
             * Format: uuid
             * @description The `device_id`; null where it is not known.
             */
            device: string | null;
            /** @description What the type does not say: why a session was ended (`session.revoked`), `void` of a password that was invalidated, `undone` of a change of the email, `not_mailed` of a link that an administrator made; else null. */
            reason: string | null;
        };
        SecurityEventList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first, of the last 90 days. */
            events: components["schemas"]["SecurityEventView"][];
        };
        CreateUserRequest: {
            /**
             * Format: email
             * @description An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).
             */
            email: string;
            /** @description 8 to 256 characters, not easy to guess, and not the email. */
            password: string;
            /**
             * @description Whether to sign the user in at once.
             * @default false
             */
            login?: boolean;
            /**
             * @description Whether the email counts as verified; ignored with SIGNUP_EMAIL_VERIFIED=ignore.
             * @default false
             */
            email_verified?: boolean;
            /**
             * @description Any valid JSON, at most 16 KiB; kept byte for byte.
             * @example {"plan":"pro"}
             */
            metadata?: string;
        };
        CreatedUser: {
            /** Format: uuid */
            uid: string;
            /** @description The access token: a JWT for the Authorization header. */
            token?: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry?: number;
            /** @description Can be exchanged for new tokens. */
            refresh_token?: string;
            email_verified?: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata?: string;
            /** @description Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use. */
            device_token?: string;
        };
        UserView: {
            /** Format: uuid */
            uid: string;
            /** Format: email */
            email: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds. */
            updated_at: number;
            /** @description The last sign-in, in UNIX epoch seconds. */
            last_login: number | null;
            /** @description False when an administrator has disabled the account. */
            active: boolean;
            email_verified: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata: string;
        };
        UpdateUserRequest: {
            /**
             * Format: email
             * @description An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).
             */
            email?: string;
            /**
             * @description Any valid JSON, at most 16 KiB; kept byte for byte.
             * @example {"plan":"pro"}
             */
            metadata?: string;
            /** @description The current password. Counts as a recent sign-in, but not for a user with a second factor. Compared only if the email changes. */
            password?: string;
        };
        DeleteUserRequest: {
            /** @description The current password. Counts as a recent sign-in, but not for a user with a second factor. */
            password?: string;
        };
        PendingEmailView: {
            /**
             * Format: email
             * @description Null if no new address waits.
             */
            pending: string | null;
            /** @description Until when it can be confirmed, in UNIX epoch seconds; null if no new address waits. */
            expiry: number | null;
        };
        OwnData: {
            /** @description The account. */
            users: {
                [key: string]: unknown;
            }[];
            /** @description The client addresses of sign-ins in the last 30 days. */
            sign_in_addresses: {
                [key: string]: unknown;
            }[];
            /** @description The sessions, also ended and expired ones that are not removed yet. */
            sessions: {
                [key: string]: unknown;
            }[];
            /** @description The links and codes that were mailed or created, and sign-ins that wait for their next step, without their tokens. */
            one_time_tokens: {
                [key: string]: unknown;
            }[];
            /** @description The devices on which the user has signed in, without their tokens. */
            devices: {
                [key: string]: unknown;
            }[];
            /** @description The authenticator apps, without their secrets. */
            totp_factors: {
                [key: string]: unknown;
            }[];
            /** @description When recovery codes were made and used, without the codes. */
            recovery_codes: {
                [key: string]: unknown;
            }[];
            /** @description The passkeys. */
            passkeys: {
                [key: string]: unknown;
            }[];
            /** @description The reset of the second factors that waits. */
            factor_resets: {
                [key: string]: unknown;
            }[];
            /** @description The accounts at external providers that sign the user in. */
            identities: {
                [key: string]: unknown;
            }[];
            /** @description The emails to the address, without their text. */
            messages: {
                [key: string]: unknown;
            }[];
            /** @description The events about the user. */
            events: {
                [key: string]: unknown;
            }[];
            /** @description The sessions in the console, without their cookies. */
            console_sessions: {
                [key: string]: unknown;
            }[];
            /** @description The API keys, without the keys themselves. */
            api_keys: {
                [key: string]: unknown;
            }[];
        };
        ChangePasswordRequest: {
            /** @description The current password, or the token of a reset link. */
            old_password: string;
            /** @description 8 to 256 characters, not easy to guess, and not the email. */
            new_password: string;
        };
        ResetPasswordRequest: {
            /** @description The address of the account. The answer does not reveal whether it exists. */
            email: string;
            /** @description The target of the link, to which `token` is appended. Default: APP_URL. */
            reset_url?: string;
            /** @description The language of the email and of the page of its link, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
        };
        MagicLinkRequest: {
            /**
             * Format: email
             * @description An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).
             */
            email: string;
            /**
             * @description Whether following the link creates a user if the address has none.
             * @default false
             */
            sign_up?: boolean;
            /** @description The final target of the link. Default: APP_URL. */
            next_url?: string;
            /** @description The language of the email and of the page of its link, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
            /**
             * @description Whether the email also has a code, and the answer the token to use it.
             * @default false
             */
            with_code?: boolean;
            /** @description The followed link then appends `code` for `exchangeCode`, and no token. The SHA-256 of a random `code_verifier`, in base64url (RFC 7636, S256). */
            code_challenge?: string;
        };
        MagicLinkSent: {
            /** @description Needed to use the code of the email. Keep it in the browser that asked for the code. */
            code_token?: string;
            /** @description When the code expires, in UNIX epoch seconds. */
            expiry?: number;
        };
        MagicLinkLoginRequest: {
            /** @description The `token` of the URL to which the link led the browser. */
            token: string;
            /** @description The verifier of the `code_challenge`, where no user has pressed a button. */
            code_verifier?: string;
        };
        VerifyEmailRequest: {
            /** @description The final target of the link. Default: APP_URL. */
            next_url?: string;
            /** @description The language of the email and of the page of its link, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
        };
        EmailCodeRequest: {
            /**
             * Format: email
             * @description An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).
             */
            email: string;
            /**
             * @description Whether the code creates a user if the address has none.
             * @default false
             */
            sign_up?: boolean;
            /** @description The language of the email and of the page of its link, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
        };
        IssuedCodeView: {
            /** @description Needed to use the code of the email. Keep it in the browser that asked for the code. */
            code_token: string;
            /** @description When the code expires, in UNIX epoch seconds. */
            expiry: number;
        };
        EmailCodeVerifyRequest: {
            /** @description The `code_token` that the request for the code answered. */
            code_token: string;
            /** @description The six digits of the email. Blanks are ignored. */
            code: string;
            /** @description The `mfa_token` of MFA_ENROLMENT_REQUIRED, to prove the address on the spot. */
            mfa_token?: string;
        };
        FactorView: {
            /** Format: uuid */
            factor_id: string;
            /** @enum {string} */
            type: "totp" | "passkey";
            name: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds. */
            last_used_at: number | null;
        };
        MfaView: {
            /** @description Whether each sign-in needs a second factor. */
            enabled: boolean;
            /** @description Whether the service or an administrator requires a second factor. */
            required: boolean;
            recovery_codes_left: number;
            factors: components["schemas"]["FactorView"][];
        };
        MfaRequest: {
            /** @description Whether each sign-in needs a second factor. */
            enabled: boolean;
        };
        NewRecoveryCodes: {
            /** @description Recovery codes: shown only now, each works once. */
            recovery_codes?: string[];
        };
        TotpRequest: {
            /** @description A name that the user recognizes. */
            name?: string;
        };
        NewTotp: {
            /** Format: uuid */
            factor_id: string;
            /** @description The secret in base32, for apps without a camera. */
            secret: string;
            /** @description The `otpauth://` URI that a QR code shows to the app. */
            uri: string;
            /** @description Until when the first code must come, in UNIX epoch seconds. */
            expiry: number;
        };
        ConfirmTotpRequest: {
            /** @description The code that the app shows. Blanks are ignored. */
            code: string;
        };
        EnrolledFactor: {
            /** @description Recovery codes: shown only now, each works once. */
            recovery_codes?: string[];
            /** Format: uuid */
            uid?: string;
            /** @description The access token: a JWT for the Authorization header. */
            token?: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry?: number;
            /** @description Can be exchanged for new tokens. Left out where it is in a cookie. */
            refresh_token?: string;
            email_verified?: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata?: string;
            /** @description Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use. */
            device_token?: string;
        };
        RenameRequest: {
            /** @description A name that the user recognizes. */
            name: string;
        };
        MfaVerifyRequest: {
            /** @description The code that the authenticator app shows. Blanks are ignored. */
            code?: string;
            /** @description A recovery code. Case, blanks and dashes are ignored. */
            recovery_code?: string;
            /** @description The `challenge_id` of the options. */
            challenge_id?: string;
            /** @description The answer of the browser: `credential.toJSON()`. At most 16 KiB. */
            credential?: {
                [key: string]: unknown;
            };
            /** @description The `mfa_token` of the MFA_REQUIRED answer. */
            mfa_token: string;
            /**
             * @description With the session in a cookie: whether sign-ins by password on this device need no second factor for `TRUSTED_DEVICE_TTL` seconds. Ignored while that is 0, and for a user with admin scopes.
             * @default false
             */
            trust_device?: boolean;
        };
        MfaSignedIn: {
            /** Format: uuid */
            uid: string;
            /** @description The access token: a JWT for the Authorization header. */
            token: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description Can be exchanged for new tokens. Left out where it is in a cookie. */
            refresh_token?: string;
            email_verified: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata: string;
            /** @description Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use. */
            device_token?: string;
            /** @description Recovery codes of an imported user: shown only now. */
            recovery_codes?: string[];
        };
        ReauthenticateRequest: {
            /** @description The code that the authenticator app shows. Blanks are ignored. */
            code?: string;
            /** @description A recovery code. Case, blanks and dashes are ignored. */
            recovery_code?: string;
            /** @description The `challenge_id` of the options. */
            challenge_id?: string;
            /** @description The answer of the browser: `credential.toJSON()`. At most 16 KiB. */
            credential?: {
                [key: string]: unknown;
            };
            /** @description The current password. */
            password?: string;
            /** @description The `code_token` of the request for an email code. */
            code_token?: string;
            /** @description The six digits of the email. Blanks are ignored. */
            email_code?: string;
        };
        ReauthenticatedView: {
            /** Format: uuid */
            uid: string;
            /** @description A new access token of the same session. */
            access_token: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
        };
        MfaPasskeyRequest: {
            /** @description The `mfa_token` of the MFA_REQUIRED answer. */
            mfa_token: string;
        };
        PasskeyChallengeView: {
            /** @description Names the challenge in the next request. It works once. */
            challenge_id: string;
            /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` (WebAuthn Level 3). */
            options: {
                [key: string]: unknown;
            };
            /** @description Until when the challenge works, in UNIX epoch seconds. */
            expiry: number;
        };
        ReauthenticationOptionsRequest: {
            /**
             * @description How the user wants to prove who they are.
             * @enum {string}
             */
            method: "passkey" | "email_code";
        };
        ReauthenticationOptionsView: {
            /** @description With `passkey`: goes back with the credential. */
            challenge_id?: string;
            /** @description With `passkey`: for the browser. */
            options?: {
                [key: string]: unknown;
            };
            /** @description With `email_code`: needed to use the code of the email. */
            code_token?: string;
            /** @description Until when the proof must come, in UNIX epoch seconds. */
            expiry: number;
        };
        PasskeyLoginRequest: {
            /** @description The `challenge_id` of the options. */
            challenge_id: string;
            /** @description The answer of the browser: `credential.toJSON()`. At most 16 KiB. */
            credential: {
                [key: string]: unknown;
            };
        };
        PasskeyRequest: {
            /** @description The `challenge_id` of the options. */
            challenge_id: string;
            /** @description The answer of the browser: `credential.toJSON()`. At most 16 KiB. */
            credential: {
                [key: string]: unknown;
            };
            /** @description A name that the user recognizes. */
            name?: string;
        };
        AddedPasskeyView: {
            /** @description Recovery codes: shown only now, each works once. */
            recovery_codes?: string[];
            /** Format: uuid */
            uid?: string;
            /** @description The access token: a JWT for the Authorization header. */
            token?: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry?: number;
            /** @description Can be exchanged for new tokens. Left out where it is in a cookie. */
            refresh_token?: string;
            email_verified?: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata?: string;
            /** @description Only with the header `X-Latchkey-Device`: its value at the next sign-in on this device, of any user. It is known for a year after its newest use. */
            device_token?: string;
            /** Format: uuid */
            passkey_id: string;
            /** @description The given name, or that of the authenticator or browser. */
            name: string;
        };
        PasskeyView: {
            /** Format: uuid */
            passkey_id: string;
            /** @description The id that the browser knows it by, in base64url. */
            credential_id: string;
            name: string;
            /** @description Whether the authenticator has copied it to other devices. */
            synced: boolean;
            /** @description How the browser reaches the authenticator. */
            transports: string[];
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds. */
            last_used_at: number | null;
        };
        OwnPasskeysView: {
            /** @description The domain of new passkeys, for the signals of the browser. */
            rp_id: string;
            /** @description In base64url; null before the first passkey. */
            user_handle: string | null;
            /** @description Oldest first. */
            passkeys: components["schemas"]["PasskeyView"][];
        };
        OfferedProviderView: {
            id: string;
            /** @enum {string} */
            kind: "google" | "microsoft" | "apple" | "github" | "oidc";
            /** @description For people. */
            name: string;
        };
        OfferedProviderList: {
            providers: components["schemas"]["OfferedProviderView"][];
        };
        ExternalStartRequest: {
            /** @description Where the browser returns with `code`, or with `error`. Default: APP_URL. */
            next_url?: string;
            /** @description The SHA-256 of a random `code_verifier`, in base64url (RFC 7636, S256). */
            code_challenge: string;
            /**
             * @description Whether a person without an account gets one.
             * @default true
             */
            sign_up?: boolean;
            /** @description The address that the provider may suggest. */
            login_hint?: string;
            /** @description How many seconds ago the person may have signed in there. */
            max_age?: number;
        };
        ExternalStartView: {
            /**
             * Format: uri
             * @description The page of the provider, to which the browser goes.
             */
            url: string;
            /** @description Until when the person must come back, in UNIX epoch seconds. */
            expiry: number;
        };
        LinkStartRequest: {
            /** @description Where the browser returns with `code`, or with `error`. Default: APP_URL. */
            next_url?: string;
            /** @description The SHA-256 of a random `code_verifier`, in base64url (RFC 7636, S256). */
            code_challenge: string;
        };
        ConfirmRequest: {
            /** @description The `pending_token` of EMAIL_CONFIRMATION_REQUIRED. */
            pending_token: string;
            /**
             * Format: email
             * @description The address of the person, where the provider has named none. Ignored otherwise.
             */
            email?: string;
        };
        ConfirmVerifyRequest: {
            /** @description The `code_token` that the request for the code answered. */
            code_token: string;
            /** @description The six digits of the email. Blanks are ignored. */
            code: string;
        };
        IdentityView: {
            /** Format: uuid */
            identity_id: string;
            /** @description The `id` of the provider. */
            provider: string;
            /** @description The address that the provider named last. */
            email: string | null;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds. */
            last_used_at: number | null;
        };
        IdentityList: {
            identities: components["schemas"]["IdentityView"][];
        };
        ClientTokenForm: {
            /** @enum {string} */
            grant_type: "client_credentials";
            /** @description The scopes, separated by blanks. Default: all of the client. */
            scope?: string;
            /** @description The audience (RFC 8707). Default: the only one of the client. */
            resource?: string;
            /** @description The same as `resource`, for audiences that are no URI. */
            audience?: string;
            /** @description Needed neither with HTTP Basic nor with an assertion. */
            client_id?: string;
            /** @description A JWT that the client has signed, in place of HTTP Basic (RFC 7523). */
            client_assertion?: string;
            /** @enum {string} */
            client_assertion_type?: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
        };
        ClientTokenView: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description In how many seconds the token expires: at most 900. */
            expires_in: number;
            /** @description The scopes of the token, separated by blanks. */
            scope: string;
        };
        ApiKeyView: {
            /** @description The part of the key after `lk_`. */
            key_id: string;
            name: string;
            scopes: string[];
            audiences: string[];
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds. */
            expires_at: number;
            /** @description UNIX epoch seconds, to the minute; null if never. */
            last_used_at: number | null;
        };
        ApiKeyList: {
            /** @description Newest first. Expired ones stay for 30 days, and revoked ones not. */
            api_keys: components["schemas"]["ApiKeyView"][];
        };
        CreateApiKeyRequest: {
            /** @description For the user. */
            name: string;
            /** @description What its access tokens may be used for, out of `API_KEY_SCOPES`. */
            scopes: string[];
            /** @description Where, out of `API_KEY_AUDIENCES`. Default: the only one that is listed there. */
            audiences?: string[];
            /** @description In how many seconds the key expires. */
            expires_in: number;
        };
        CreatedApiKey: {
            key_id: string;
            /** @description Shown only once. */
            key: string;
        };
        KeyTokenRequest: {
            /** @description An API key of a user. */
            key: string;
            /** @description The scopes, separated by blanks. Default: all that are left to the key. */
            scope?: string;
            /** @description The audience. Default: the only one of the key. */
            audience?: string;
        };
        KeyTokenView: {
            access_token: string;
            /** @description When the token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description The scopes of the token, separated by blanks. */
            scope: string;
        };
        TokenView: {
            /** Format: uuid */
            id: string;
            name: string;
            scopes: ("read" | "write" | "export" | "providers" | "webhooks" | "impersonate" | "admins" | "clients")[];
            /** @description Who made the token: `user:<uid>` or `admin:<token id>`, within whose rights it works; `cli`; `env` for `ADMIN_TOKEN`; `system` or `console` for one of a start. */
            created_by: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds; null if it does not expire. */
            expires_at: number | null;
            /** @description UNIX epoch seconds, to the minute; null if never. */
            last_used_at: number | null;
        };
        TokenList2: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Tokens that are not revoked, newest first. */
            tokens: components["schemas"]["TokenView"][];
        };
        CreateTokenRequest: {
            /** @description The purpose of the token. */
            name: string;
            /** @description The allowed operations. */
            scopes: ("read" | "write" | "export" | "providers" | "webhooks" | "impersonate" | "admins" | "clients")[];
            /** @description When the token expires. Default: never. Required of a user, and at most 90 days ahead. UNIX epoch seconds. */
            expires_at?: number;
        };
        CreatedToken: {
            /** Format: uuid */
            id: string;
            /** @description Shown only once. */
            token: string;
        };
        ExpireTokenRequest: {
            /** @description When the token expires: sooner than before. UNIX epoch seconds. */
            expires_at: number;
        };
        TakenView: {
            /** @description Disabled clients: made, or widened, or given a secret. */
            clients: string[];
            /** @description Disabled providers: made, or led to another place. */
            providers: string[];
            /** @description Disabled webhooks: made, widened, or given a secret. */
            webhooks: string[];
            /** @description Users who are disabled, since the token had made them with a password or another way to sign in, or secured, since it had opened or changed their accounts. */
            users: string[];
            /** @description Users who lost their admin scopes: the token had given some, or opened the account. */
            scopes: string[];
            /** @description Revoked admin tokens that it, or one of these users, had made. */
            tokens: string[];
        };
        RevokeTokenRequest: {
            /**
             * @description Whether another person had the token: then what it has made is disabled, too.
             * @default false
             */
            stolen?: boolean;
            /** @description Only with `stolen`: what the token has made before this time stays. Default: nothing stays. UNIX epoch seconds. */
            since?: number;
        };
        BulkRequest: {
            /**
             * Format: email
             * @description The exact email, case-insensitive.
             */
            email?: string;
            /** @description The beginning of the email, case-insensitive. Of an international domain it ends with a whole label. */
            search?: string;
            /** @description A part of the email, case-insensitive. */
            email_contains?: string;
            /** @description Whether the user may sign in. */
            active?: boolean;
            /** @description Whether the email is verified. */
            email_verified?: boolean;
            /** @description Created in this second or later, in UNIX epoch seconds. */
            created_after?: number;
            /** @description Created before this second, in UNIX epoch seconds. */
            created_before?: number;
            /** @description One of the `roles` in the claims, case-sensitive. */
            role?: string;
            /** @description Whether the user has admin scopes. */
            admin_scopes?: boolean;
            /** @description Whether each sign-in needs a second factor. */
            mfa_enabled?: boolean;
            /** @description Whether the user has a password. */
            has_password?: boolean;
            /** @description Whether the user has a passkey. */
            has_passkey?: boolean;
            /** @description The id of an external provider at which the user has an identity. */
            provider?: string;
            /** @description Last signed in before this second. Leaves out users who have never signed in, in UNIX epoch seconds. */
            last_login_before?: number;
            /** @description Last signed in in this second or later. Leaves out users who have never signed in, in UNIX epoch seconds. */
            last_login_after?: number;
            /**
             * @description Oldest or newest first. Default: newest first; a search is sorted by email, and a list with no other filter than `last_login_before` or `last_login_after` by the last sign-in, latest first.
             * @enum {string}
             */
            order?: "created_at" | "-created_at";
            /** @enum {string} */
            action: "end_sessions" | "require_mfa" | "disable" | "enable";
            /**
             * @description Only count what would happen.
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description The maximum number of users of this call.
             * @default 50
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Left out for the first page. */
            cursor?: string;
        };
        BulkResult: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description How many users were changed; in a dry run, how many would be. */
            changed: number;
            /** @description How many users were so already, or no longer met the filter. */
            unchanged: number;
            /** @description How many users were left out: the administrator, and users with a scope that the administrator lacks. */
            skipped: number;
        };
        AdminUserView: {
            /** Format: uuid */
            uid: string;
            /** Format: email */
            email: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds. */
            updated_at: number;
            /** @description The last sign-in, in UNIX epoch seconds. */
            last_login: number | null;
            /** @description False when an administrator has disabled the account. */
            active: boolean;
            email_verified: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata: string;
            /** @description Whether the user has a password. */
            has_password: boolean;
            /** @description Whether a reader of the mailbox has proved the email. */
            email_proved: boolean;
            /** @description A new email that waits for its confirmation. */
            email_pending: string | null;
            /** @description How many sessions can be refreshed. */
            session_count: number;
            /**
             * Format: uuid
             * @description The import that created the account.
             */
            batch_id: string | null;
            /** @description Whether each sign-in needs a second factor. */
            mfa_enabled: boolean;
            /**
             * @description Whether an administrator requires a second factor of the user.
             * @enum {string}
             */
            mfa: "optional" | "required";
            /**
             * @description What access tokens say about the user as `app`: a JSON object.
             * @example {"roles":["editor"]}
             */
            claims: string;
            /** @description What the user may do in the console; empty for most users. */
            admin_scopes: ("read" | "write" | "export" | "providers" | "webhooks" | "impersonate" | "admins" | "clients")[];
            /** @description Who made it: `user:<uid>`, `admin:<token id>` or `cli`; null without admin scopes, and if it is not known. */
            admin_scopes_by: string | null;
            /** @description Who made it: `user:<uid>`, `admin:<token id>` or `cli`; null for a sign-up, unless by a link that an administrator has made. */
            made_by: string | null;
        };
        AdminUserList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            users: components["schemas"]["AdminUserView"][];
        };
        ImportedTotp: {
            /** @description At least 80 bits. */
            secret: string;
            /**
             * @default base32
             * @enum {string}
             */
            encoding?: "base32" | "hex" | "ascii";
            /**
             * @default SHA1
             * @enum {string}
             */
            algorithm?: "SHA1" | "SHA256" | "SHA512";
            /**
             * @default 6
             * @enum {integer}
             */
            digits?: 6 | 8;
            /**
             * @description Seconds.
             * @default 30
             */
            period?: number;
            /** @default Authenticator app */
            name?: string;
        };
        ImportedPasskey: {
            /** @description In base64url. */
            credential_id: string;
            /** @description The COSE key in base64url: ES256, EdDSA or RS256. */
            public_key: string;
            /** @description The user handle in base64url. */
            handle: string;
            /** @description The relying party id for which the passkey was made. */
            rp_id: string;
            /** @default 0 */
            counter?: number;
            /** @description Whether the passkey may be copied to other devices. */
            backup_eligible: boolean;
            /**
             * @description Whether the passkey has been copied.
             * @default false
             */
            synced?: boolean;
            transports?: ("ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb")[];
            /**
             * Format: uuid
             * @description The model of the authenticator.
             */
            aaguid?: string;
            /** @default Passkey */
            name?: string;
        };
        ImportedIdentity: {
            /** @description The id of the provider. */
            provider: string;
            /** @description Its `sub`; of Entra the `oid`, of GitHub the number of the account. */
            subject: string;
            /**
             * Format: uuid
             * @description Of Entra: the `tid`. Left out where the issuer names the tenant.
             */
            tenant?: string;
            /** @description What an export writes where the provider does not give it. */
            key?: string;
            /**
             * Format: email
             * @description The address at the provider. It decides nothing.
             */
            email?: string;
        };
        AdminCreateUserRequest: {
            /**
             * Format: email
             * @description An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).
             */
            email: string;
            /** @description 8 to 256 characters, not easy to guess. Not together with `password_hash`. */
            password?: string;
            /** @description The hash of an existing password: bcrypt, argon2, PBKDF2, scrypt, SHA-crypt, PHPass and others, in the forms of docs/hash-formats.md. Without `password` and `password_hash` the user has no password. */
            password_hash?: string;
            /**
             * @description Whether the email counts as verified.
             * @default false
             */
            email_verified?: boolean;
            /** @description Whether a reader of the mailbox has proved the email. Default: the value of `email_verified`. */
            email_proved?: boolean;
            /**
             * @description Whether only the client of a sign-up has called the email verified: its mailbox then gets no notices. Has no effect on one that is proved or not verified.
             * @default false
             */
            email_claimed?: boolean;
            /**
             * @description Whether the user may sign in.
             * @default true
             */
            active?: boolean;
            /**
             * @description Any valid JSON, at most 16 KiB; kept byte for byte.
             * @example {"plan":"pro"}
             */
            metadata?: string;
            /**
             * @description What access tokens say about the user as `app`: a JSON object, kept byte for byte. A number that JavaScript would round is refused. Default: `{}`.
             * @example {"roles":["editor"]}
             */
            claims?: string;
            /** @description Whether each sign-in needs a second factor. Default: whether there is a `totp`. */
            mfa_enabled?: boolean;
            /**
             * @description Whether the user must have a second factor. Default: `optional`.
             * @enum {string}
             */
            mfa?: "optional" | "required";
            /** @description Authenticator apps. The first sign-in by one shows new recovery codes. */
            totp?: components["schemas"]["ImportedTotp"][];
            /** @description Passkeys. */
            passkeys?: components["schemas"]["ImportedPasskey"][];
            /** @description Accounts at external providers, which sign the user in. */
            identities?: components["schemas"]["ImportedIdentity"][];
            /** @description Providers of which no identity is linked by its address alone, since the user has unlinked one. */
            unlinked_providers?: string[];
            /**
             * @description Whether `MIGRATION_URL` is never asked for the password of the user. An export says so of users who have come: who have signed in, proved the email or had a password.
             * @default false
             */
            migration_closed?: boolean;
            /** @description Any UUID. Default: a new one. */
            uid?: string;
            /** @description When the account was created, at most a day in the future. Default: now. UNIX epoch seconds. */
            created_at?: number;
        };
        AdminCreatedUser: {
            /** Format: uuid */
            uid: string;
        };
        AdminUpdateUserRequest: {
            /**
             * Format: email
             * @description An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).
             */
            email?: string;
            /** @description Whether the email counts as verified. By default a changed email does not. */
            email_verified?: boolean;
            /** @description Whether the user may sign in; false ends all sessions. */
            active?: boolean;
            /**
             * @description Any valid JSON, at most 16 KiB; kept byte for byte.
             * @example {"plan":"pro"}
             */
            metadata?: string;
            /**
             * @description What access tokens say about the user as `app`: a JSON object, kept byte for byte. A number that JavaScript would round is refused. Other services refuse the access tokens with the earlier claims within seconds. Sessions stay.
             * @example {"roles":["editor"]}
             */
            claims?: string;
            /**
             * @description Whether the user must have a second factor; `required` ends sessions without one. After `optional`, sign-ins go on asking for a factor that is there, until the user switches it off.
             * @enum {string}
             */
            mfa?: "optional" | "required";
            /** @description What the user may do in the console; an empty list takes all away. Needs the scope `admins`, and each of these scopes. */
            admin_scopes?: ("read" | "write" | "export" | "providers" | "webhooks" | "impersonate" | "admins" | "clients")[];
            /** @description 8 to 256 characters, not easy to guess, and not the email. Ends all sessions. */
            password?: string;
        };
        PersonExport: {
            /** @description The account. */
            users: {
                [key: string]: unknown;
            }[];
            /** @description The roles in the claims of the account, as hashes. */
            user_roles: {
                [key: string]: unknown;
            }[];
            /** @description The import that created the account. */
            import_batches: {
                [key: string]: unknown;
            }[];
            /** @description The client addresses of sign-ins in the last 30 days. */
            sign_in_addresses: {
                [key: string]: unknown;
            }[];
            /** @description The sessions, also ended and expired ones that are not removed yet. */
            sessions: {
                [key: string]: unknown;
            }[];
            /** @description The links and codes that were mailed or created, and sign-ins that wait for their next step, without their tokens. */
            one_time_tokens: {
                [key: string]: unknown;
            }[];
            /** @description The devices on which the user has signed in, without their tokens. */
            devices: {
                [key: string]: unknown;
            }[];
            /** @description The authenticator apps, without their secrets. */
            totp_factors: {
                [key: string]: unknown;
            }[];
            /** @description When recovery codes were made and used, without the codes. */
            recovery_codes: {
                [key: string]: unknown;
            }[];
            /** @description The passkeys. */
            passkeys: {
                [key: string]: unknown;
            }[];
            /** @description The reset of the second factors that waits. */
            factor_resets: {
                [key: string]: unknown;
            }[];
            /** @description The accounts at external providers that sign the user in. */
            identities: {
                [key: string]: unknown;
            }[];
            /** @description The emails to the address, without their text. */
            messages: {
                [key: string]: unknown;
            }[];
            /** @description The events about the user. */
            events: {
                [key: string]: unknown;
            }[];
            /** @description The deliveries of these events to webhooks. */
            webhook_deliveries: {
                [key: string]: unknown;
            }[];
            /** @description The sessions in the console, without their cookies. */
            console_sessions: {
                [key: string]: unknown;
            }[];
            /** @description The API keys, without the keys themselves. */
            api_keys: {
                [key: string]: unknown;
            }[];
        };
        AdminSessionView: {
            /** Format: uuid */
            session_id: string;
            /** @description The sign-in, in UNIX epoch seconds. */
            created_at: number;
            /** @description The sign-in or the last refresh, in UNIX epoch seconds; for the user rounded down to the minute. A refresh by a product counts for the session of the sign-in pages, too, with a precision of one hour. */
            last_used_at: number;
            /** @description When the session ends without another use, in UNIX epoch seconds. */
            expiry: number;
            /** @description The client address that opened the session: of a product, that of its exchange of the code. */
            ip: string;
            /** @description The `User-Agent` of the sign-in. */
            user_agent: string;
            /**
             * @description The way to sign in; of a product, that of the session on the sign-in pages.
             * @enum {string}
             */
            method: "password" | "sign_up" | "magic_link" | "email_code" | "passkey" | "external" | "impersonation";
            /**
             * Format: uuid
             * @description The `session_id` of the session on the sign-in pages in which this one of a product began, and with which it ends; null for any other one.
             */
            parent_id: string | null;
        };
        AdminSessionList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            sessions: components["schemas"]["AdminSessionView"][];
        };
        RevokedSessions: {
            /** @description How many sessions have ended. */
            revoked: number;
        };
        AdminFactorsView: {
            factors: components["schemas"]["FactorView"][];
            recovery_codes_left: number;
            /** @description Whether each sign-in needs a second factor. */
            mfa_enabled: boolean;
            /** @description When a reset that waits removes the factors, in UNIX epoch seconds. */
            reset_due_at: number | null;
        };
        ResetFactorsRequest: {
            /** @description Why, for the event log. */
            reason: string;
            /**
             * @description Whether passkeys are removed, too.
             * @default false
             */
            passkeys?: boolean;
            /**
             * @description Whether identities at external providers are unlinked, too.
             * @default false
             */
            identities?: boolean;
        };
        FactorResetView: {
            /** @description When the factors are removed, in UNIX epoch seconds. */
            due_at: number;
        };
        AdminPasskeyList: {
            /** @description Oldest first. */
            passkeys: components["schemas"]["PasskeyView"][];
        };
        AdminIdentityView: {
            /** Format: uuid */
            identity_id: string;
            /** @description The id of the provider. */
            provider: string;
            /** @description The id of the person at the provider. */
            subject: string;
            /** @description The address that the provider named last. */
            email: string | null;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds; null if never. */
            last_used_at: number | null;
        };
        AdminIdentityList: {
            /** @description Oldest first. */
            identities: components["schemas"]["AdminIdentityView"][];
        };
        ProviderView: {
            id: string;
            /** @enum {string} */
            kind: "google" | "microsoft" | "apple" | "github" | "oidc";
            name: string;
            /** @description The issuer of the ID tokens, or the web address of GitHub. */
            issuer: string;
            client_id: string;
            team_id: string | null;
            key_id: string | null;
            scopes: string[];
            tenants: string[];
            email_domains: string[];
            sign_up: boolean;
            /** @enum {string} */
            linking: "auto" | "manual";
            trust_mfa: boolean;
            enabled: boolean;
            /** @description In seconds after the sign-in; 0 for SESSION_MAX_TTL alone. */
            session_max_ttl: number;
            /**
             * @description A provider of the file cannot be changed here.
             * @enum {string}
             */
            source: "database" | "file";
            /** @description Who made it: `user:<uid>`, `admin:<token id>` or `cli`; null for one of the file. */
            made_by: string | null;
            /** @description To be registered at the provider. */
            redirect_uri: string;
        };
        ProviderList: {
            /** @description In the order of their ids. */
            providers: components["schemas"]["ProviderView"][];
            /** @description The redirect URI of a provider that is not here yet, with `{id}` in place of its id. */
            redirect_uri_template: string;
        };
        CreateProviderRequest: {
            /** @description The issuer. For GitHub the web address of an Enterprise server. */
            issuer?: string;
            /** @description The client secret. Stored encrypted, never shown. */
            client_secret?: string;
            /** @description Of Apple: the id of the team. */
            team_id?: string;
            /** @description Of Apple: the id of the private key. */
            key_id?: string;
            /** @description Of Apple: the private key as PEM. Stored encrypted, never shown. */
            private_key?: string;
            /** @description The OAuth scopes to ask for. Default: those that name the person and the address. */
            scopes?: string[];
            /** @description Of Microsoft: the tenants whose accounts may sign in. Default: all. */
            tenants?: string[];
            /** @description The domains for whose addresses the provider may speak, and no others. Default: by the kind. */
            email_domains?: string[];
            /**
             * @description Whether a person without an account may create one.
             * @default true
             */
            sign_up?: boolean;
            /**
             * @description Whether a proved address is linked to its account at once, or after an email code.
             * @enum {string}
             */
            linking?: "auto" | "manual";
            /**
             * @description Whether `mfa` in the ID token counts as the second factor.
             * @default false
             */
            trust_mfa?: boolean;
            /**
             * @description Whether users may sign in with it.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description How many seconds after its sign-in a session with this provider ends; 0 for SESSION_MAX_TTL alone.
             * @default 0
             */
            session_max_ttl?: number;
            /** @description Part of the redirect URI. It never changes. */
            id: string;
            /**
             * @description It never changes.
             * @enum {string}
             */
            kind: "google" | "microsoft" | "apple" | "github" | "oidc";
            /** @description For people. */
            name: string;
            /** @description The id of this service at the provider. */
            client_id: string;
        };
        UpdateProviderRequest: {
            /** @description The issuer. For GitHub the web address of an Enterprise server. */
            issuer?: string;
            /** @description The client secret. Stored encrypted, never shown. */
            client_secret?: string;
            /** @description Of Apple: the id of the team. */
            team_id?: string;
            /** @description Of Apple: the id of the private key. */
            key_id?: string;
            /** @description Of Apple: the private key as PEM. Stored encrypted, never shown. */
            private_key?: string;
            /** @description The OAuth scopes to ask for. Default: those that name the person and the address. */
            scopes?: string[];
            /** @description Of Microsoft: the tenants whose accounts may sign in. Default: all. */
            tenants?: string[];
            /** @description The domains for whose addresses the provider may speak, and no others. Default: by the kind. */
            email_domains?: string[];
            /**
             * @description Whether a person without an account may create one.
             * @default true
             */
            sign_up?: boolean;
            /**
             * @description Whether a proved address is linked to its account at once, or after an email code.
             * @enum {string}
             */
            linking?: "auto" | "manual";
            /**
             * @description Whether `mfa` in the ID token counts as the second factor.
             * @default false
             */
            trust_mfa?: boolean;
            /**
             * @description Whether users may sign in with it.
             * @default true
             */
            enabled?: boolean;
            /**
             * @description How many seconds after its sign-in a session with this provider ends; 0 for SESSION_MAX_TTL alone.
             * @default 0
             */
            session_max_ttl?: number;
            /**
             * @description It cannot change: only the current kind is accepted.
             * @enum {string}
             */
            kind?: "google" | "microsoft" | "apple" | "github" | "oidc";
            /** @description For people. */
            name?: string;
            /** @description The id of this service at the provider. */
            client_id?: string;
            /**
             * @description With `enabled: false`: ends all sessions that this provider has opened.
             * @default false
             */
            end_sessions?: boolean;
        };
        ProviderTest: {
            ok: boolean;
            /** @description Why sign-ins would fail; null if nothing was found. */
            error: string | null;
        };
        ClientSecretView: {
            /** Format: uuid */
            secret_id: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds, to the minute; null if never. */
            last_used_at: number | null;
        };
        ClientView: {
            client_id: string;
            name: string;
            scopes: string[];
            audiences: string[];
            /** @enum {string} */
            auth_method: "secret" | "private_key_jwt";
            /** @description Null for a client with secrets. */
            jwks: {
                [key: string]: unknown;
            } | null;
            /** @description Whether it gets access tokens. */
            active: boolean;
            /** @description Who made it: `user:<uid>`, `admin:<token id>` or `cli`. */
            created_by: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds; null if it does not expire. */
            expires_at: number | null;
            /** @description UNIX epoch seconds, to the minute; null if never. */
            last_used_at: number | null;
            /** @description Oldest first. */
            secrets: components["schemas"]["ClientSecretView"][];
        };
        ClientList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            clients: components["schemas"]["ClientView"][];
        };
        CreateClientRequest: {
            /** @description For people. */
            name: string;
            /** @description What its access tokens may be used for. */
            scopes: string[];
            /** @description Where its access tokens may be used: names or URIs, compared byte for byte. */
            audiences: string[];
            /**
             * @description How it authenticates: with a secret, which is the default, or with signed assertions.
             * @enum {string}
             */
            auth_method?: "secret" | "private_key_jwt";
            /** @description The public keys of a client that signs assertions (RFC 7517): 1 to 5 keys for ES256 (P-256), RS256 (2,048 to 4,096 bits) or EdDSA (Ed25519), several with a `kid` each. */
            jwks?: {
                [key: string]: unknown;
            };
            /** @description When the client and its access tokens end, in UNIX epoch seconds; null for never. */
            expires_at?: number | null;
        };
        CreatedClient: {
            client_id: string;
            name: string;
            scopes: string[];
            audiences: string[];
            /** @enum {string} */
            auth_method: "secret" | "private_key_jwt";
            /** @description Null for a client with secrets. */
            jwks: {
                [key: string]: unknown;
            } | null;
            /** @description Whether it gets access tokens. */
            active: boolean;
            /** @description Who made it: `user:<uid>`, `admin:<token id>` or `cli`. */
            created_by: string;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds; null if it does not expire. */
            expires_at: number | null;
            /** @description UNIX epoch seconds, to the minute; null if never. */
            last_used_at: number | null;
            /** @description Oldest first. */
            secrets: components["schemas"]["ClientSecretView"][];
            /**
             * Format: uuid
             * @description The id of the first secret. Left out with `private_key_jwt`.
             */
            secret_id?: string;
            /** @description Shown only once. Left out with `private_key_jwt`. */
            client_secret?: string;
        };
        UpdateClientRequest: {
            /** @description For people. */
            name?: string;
            /** @description What its access tokens may be used for. */
            scopes?: string[];
            /** @description Where its access tokens may be used: names or URIs, compared byte for byte. */
            audiences?: string[];
            /** @description The public keys of a client that signs assertions (RFC 7517): 1 to 5 keys for ES256 (P-256), RS256 (2,048 to 4,096 bits) or EdDSA (Ed25519), several with a `kid` each. */
            jwks?: {
                [key: string]: unknown;
            };
            /** @description When the client and its access tokens end, in UNIX epoch seconds; null for never. */
            expires_at?: number | null;
            /** @description Whether it gets access tokens. `false` also ends those that it has. */
            active?: boolean;
        };
        CreatedSecret: {
            /** Format: uuid */
            secret_id: string;
            /** @description Shown only once. */
            client_secret: string;
        };
        OwnedApiKeyView: {
            /** @description The part of the key after `lk_`. */
            key_id: string;
            name: string;
            scopes: string[];
            audiences: string[];
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds. */
            expires_at: number;
            /** @description UNIX epoch seconds, to the minute; null if never. */
            last_used_at: number | null;
            /** Format: uuid */
            uid: string;
        };
        AllApiKeys: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            api_keys: components["schemas"]["OwnedApiKeyView"][];
        };
        CreateLinkRequest: {
            /**
             * @description The purpose of the link.
             * @enum {string}
             */
            type: "magic_link" | "verify_email" | "reset_password";
            /**
             * Format: email
             * @description An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).
             */
            email: string;
            /** @description The final target of a magic or verification link. Default: APP_URL. */
            next_url?: string;
            /** @description The target of a reset link, to which `token` is appended. Default: APP_URL. */
            reset_url?: string;
            /**
             * @description Whether following a magic link creates a user if the address has none.
             * @default false
             */
            sign_up?: boolean;
        };
        CreatedLink: {
            /**
             * Format: uri
             * @description The URL, as it would be mailed.
             */
            link: string;
            /** @description The token in the link. That of a reset link can be the `old_password` of change-password. */
            token: string;
            /** @description When the link expires, in UNIX epoch seconds. */
            expiry: number;
        };
        EventView: {
            /**
             * Format: uuid
             * @description Later events have greater ids.
             */
            id: string;
            /**
             * @description One of the types: docs/reference/events.md says when each happens.
             * @enum {string}
             */
            type: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "user.claims_changed" | "user.email_changed" | "user.email_verified" | "user.admin_scopes_removed" | "user.password_changed" | "user.password_reset" | "user.imported" | "user.exported" | "user.erased" | "user.impersonated" | "login.succeeded" | "account.secured" | "device.added" | "device.trusted" | "device.removed" | "login.failed" | "session.opened" | "session.revoked" | "session.reuse_detected" | "link.sent" | "link.used" | "admin.token_created" | "admin.token_revoked" | "admin.token_changed" | "admin.token_stolen" | "admin.key_rotated" | "admin.exported" | "admin.signed_in" | "admin.signed_out" | "mfa.challenged" | "mfa.failed" | "mfa.enabled" | "mfa.disabled" | "mfa.locked" | "mfa.factor_added" | "mfa.factor_removed" | "mfa.recovery_used" | "mfa.recovery_renewed" | "mfa.reset_asked" | "mfa.reset_stopped" | "mfa.reset" | "passkey.added" | "passkey.removed" | "passkey.counter_regressed" | "identity.linked" | "identity.unlinked" | "provider.changed" | "webhook.changed" | "webhook.disabled" | "client.created" | "client.changed" | "client.deleted" | "client.secret_created" | "client.secret_deleted" | "api_key.created" | "api_key.revoked";
            /** @description UNIX epoch seconds. */
            at: number;
            /** @description `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
            actor: string;
            /**
             * Format: uuid
             * @description The user of the event.
             */
            uid: string | null;
            /**
             * Format: uuid
             * @description The session of the event.
             */
            session_id: string | null;
            /** @description The client address of the request. */
            ip: string | null;
            /** @description Facts of the type of the event: docs/reference/events.md has their names and meanings. */
            data: {
                [key: string]: unknown;
            };
            /** @description With `names`: the current email of the user; null without a user, and for a deleted one. */
            email?: string | null;
            /** @description With `names`: the current email of the user who acted, or the name of the admin token; else null. */
            actor_name?: string | null;
        };
        EventList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            events: components["schemas"]["EventView"][];
        };
        MessageView: {
            /** Format: uuid */
            id: string;
            /**
             * @description The kind of email.
             * @example magic-link
             */
            kind: string;
            /** Format: email */
            recipient: string;
            /**
             * @description `failed` emails are not retried.
             * @enum {string}
             */
            status: "queued" | "sent" | "failed";
            /** @description The number of attempts to send it. */
            attempts: number;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description The next attempt of a queued email, in UNIX epoch seconds. */
            due_at: number;
            /** @description UNIX epoch seconds; null if it was not sent. */
            sent_at: number | null;
            /** @description Why the last attempt failed. */
            last_error: string | null;
        };
        MessageList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            messages: components["schemas"]["MessageView"][];
        };
        TemplateView: {
            /**
             * @description The kind of email.
             * @example magic-link
             */
            kind: string;
            /**
             * @description The languages that have templates.
             * @example [
             *       "en"
             *     ]
             */
            languages: string[];
        };
        TemplateList: {
            /**
             * @description The language for a reader of any other: `MAIL_LOCALE`, or English for an email that is not written in it.
             * @example en
             */
            default_language: string;
            templates: components["schemas"]["TemplateView"][];
        };
        TemplatePreview: {
            /** @example magic-link */
            kind: string;
            /** @description The language that a reader with the given one gets. */
            language: string;
            subject: string;
            text: string;
            html: string;
        };
        WebhookView: {
            /** Format: uuid */
            webhook_id: string;
            /** Format: uri */
            url: string;
            types: string[];
            description: string;
            ordered: boolean;
            active: boolean;
            /**
             * @description `paused` by an administrator; `disabled` by the service because of failures.
             * @enum {string}
             */
            state: "active" | "paused" | "disabled";
            /** @description The age of the oldest event that was not sent yet, in seconds. */
            lag_seconds: number;
            /** @description Who made it: `user:<uid>`, `admin:<token id>` or `cli`; null if it is not known. */
            made_by: string | null;
            /** @description UNIX epoch seconds; null if never. */
            last_success_at: number | null;
            /** @description Why the last try failed; null after a success. */
            last_error: string | null;
            /** @description UNIX epoch seconds. */
            created_at: number;
        };
        WebhookList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            webhooks: components["schemas"]["WebhookView"][];
        };
        CreateWebhookRequest: {
            /**
             * Format: uri
             * @description An https URL without credentials and fragment; outside production http is allowed, too.
             */
            url: string;
            /**
             * @description Types of events, such as `user.created`; groups of them, such as `user.*`; or `*` for all.
             * @example [
             *       "user.*",
             *       "login.failed"
             *     ]
             */
            types: string[];
            /** @description What the webhook is for. */
            description?: string;
            /** @description The id of an event, after which it begins; `start` for all events of the log. Default: now. */
            after?: string;
            /**
             * @description Whether an event of a user waits for the earlier ones of this user.
             * @default true
             */
            ordered?: boolean;
        };
        CreatedWebhook: {
            /** @description `whsec_` and base64. Shown only once. */
            secret: string;
            /** Format: uuid */
            webhook_id: string;
        };
        UpdateWebhookRequest: {
            /**
             * Format: uri
             * @description An https URL without credentials and fragment; outside production http is allowed, too.
             */
            url?: string;
            /**
             * @description Types of events, such as `user.created`; groups of them, such as `user.*`; or `*` for all.
             * @example [
             *       "user.*",
             *       "login.failed"
             *     ]
             */
            types?: string[];
            /** @description What the webhook is for. */
            description?: string;
            /** @description `true` wakes a disabled webhook, which gets what it missed. */
            active?: boolean;
            /** @description Whether an event of a user waits for the earlier ones of this user. */
            ordered?: boolean;
        };
        RotateSecretRequest: {
            /**
             * @description For how many seconds the secret before this one signs, too.
             * @default 86400
             */
            overlap?: number;
        };
        WebhookSecret: {
            /** @description `whsec_` and base64. Shown only once. */
            secret: string;
        };
        WebhookTest: {
            /** @description The HTTP status; null without an answer. */
            status: number | null;
            /** @description In milliseconds. */
            duration_ms: number;
        };
        DeliveryView: {
            /** Format: uuid */
            delivery_id: string;
            /** Format: uuid */
            event_id: string;
            /** @example user.created */
            type: string;
            /**
             * @description `waiting` for its next try; `blocked`: so too, and its address was refused; `failed`: given up.
             * @enum {string}
             */
            status: "waiting" | "sent" | "failed" | "blocked";
            /** @description How often it was tried. */
            attempts: number;
            /** @description The HTTP status of the last answer. */
            last_status: number | null;
            /** @description Why the last try failed. */
            last_error: string | null;
            /** @description When the next try is due, in UNIX epoch seconds. */
            due_at: number;
        };
        DeliveryList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            deliveries: components["schemas"]["DeliveryView"][];
        };
        ReplayRequest: {
            /** @description The id of an event: only later ones are sent again. `start`, the default: all. */
            after?: string;
            /** @description The id of an event: it is the last one that is sent again. Default: the newest. */
            until?: string;
            /**
             * @description Types of events, such as `user.created`; groups of them, such as `user.*`; or `*` for all.
             * @example [
             *       "user.*",
             *       "login.failed"
             *     ]
             */
            types?: string[];
            /**
             * Format: uuid
             * @description Only events about this user.
             */
            uid?: string;
            /**
             * @description Only events whose deliveries have failed.
             * @default false
             */
            only_failed?: boolean;
        };
        ReplayResult: {
            /** @description How many events are sent again. */
            queued: number;
        };
        KeyView: {
            /** @description The `kid` in the header of each token that the key signed. */
            kid: string;
            /** @example ES256 */
            alg: string;
            /**
             * @description `next` is published and will sign later, `active` signs, `retired` only verifies older tokens.
             * @enum {string}
             */
            state: "next" | "active" | "retired";
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description When the key starts or started to sign, in UNIX epoch seconds; null before its rotation. */
            activates_at: number | null;
        };
        KeyList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            keys: components["schemas"]["KeyView"][];
        };
        RotatedKey: {
            /** @description The key that will sign. */
            kid: string;
        };
        FailedLine: {
            /** @description The number of the line, from 1. */
            line: number;
            /** @enum {string} */
            code: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "USER_NOT_FOUND" | "IMPERSONATION_FORBIDDEN" | "EMAIL_ALREADY_IN_USE" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_METADATA" | "INVALID_CLAIMS" | "INVALID_REDIRECT_URL" | "EMAIL_ALREADY_VERIFIED" | "EMAIL_NOT_CONFIGURED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "SESSION_NOT_FOUND" | "DEVICE_NOT_FOUND" | "EMAIL_NOT_VERIFIED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_CODE" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "MFA_IS_REQUIRED" | "MFA_NOT_ENABLED" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_NOT_FOUND" | "PASSKEY_EXISTS" | "LAST_SIGN_IN_METHOD" | "MFA_DISABLED" | "PROVIDER_NOT_FOUND" | "PROVIDER_ERROR" | "ACCESS_DENIED" | "IDENTITY_NOT_FOUND" | "IDENTITY_ALREADY_LINKED" | "INVALID_STATE" | "INVALID_LOGOUT_TOKEN" | "SIGN_UP_NOT_ALLOWED" | "EMAIL_CONFIRMATION_REQUIRED" | "CLIENT_NOT_FOUND" | "SECRET_NOT_FOUND" | "SECRET_LIMIT_REACHED" | "API_KEYS_DISABLED" | "API_KEY_NOT_FOUND" | "KEY_LIMIT_REACHED" | "INVALID_API_KEY" | "INVALID_SCOPE" | "INVALID_AUDIENCE" | "NOT_AUTHORIZED" | "INVALID_HASH" | "INVALID_FACTOR" | "UID_ALREADY_IN_USE" | "BATCH_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TOKEN_NOT_FOUND" | "RESET_NOT_FOUND" | "PROVIDER_EXISTS" | "INVALID_ISSUER" | "INVALID_URL" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_LIMIT_REACHED" | "DELIVERY_NOT_FOUND" | "INVALID_REQUEST" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_ERROR" | "UNAVAILABLE";
            message: string;
        };
        ImportResult: {
            /**
             * Format: uuid
             * @description Null for a dry run.
             */
            batch_id: string | null;
            /** @description How many accounts were created; in a dry run, how many would be. */
            created: number;
            /** @description How many lines failed. */
            failed: number;
            /** @description The lines that failed, in their order. */
            results: components["schemas"]["FailedLine"][];
        };
        ImportView: {
            /** Format: uuid */
            batch_id: string;
            /** @description When it began, in UNIX epoch seconds. */
            created_at: number;
            /** @description Who began it: an `actor` of the event log. */
            created_by: string;
            /** @description The name of the admin token, or the email of the administrator; null for others, and after their deletion. */
            created_by_name: string | null;
            /** @description How many of its users there still are, as far as they were counted. */
            users: number;
            /** @description Whether there are more: at most 100,000 users are counted for a page. */
            has_more_users: boolean;
        };
        ImportList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
            /** @description Newest first. */
            imports: components["schemas"]["ImportView"][];
        };
        RemovedBatch: {
            /** @description How many users were removed. */
            removed: number;
            /** @description How many users were kept because they have signed in. */
            kept: number;
        };
        FailedRecord: {
            /** @description Where the record is, such as `record 7`. */
            at: string;
            /** @enum {string} */
            code: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "USER_NOT_FOUND" | "IMPERSONATION_FORBIDDEN" | "EMAIL_ALREADY_IN_USE" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_METADATA" | "INVALID_CLAIMS" | "INVALID_REDIRECT_URL" | "EMAIL_ALREADY_VERIFIED" | "EMAIL_NOT_CONFIGURED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "SESSION_NOT_FOUND" | "DEVICE_NOT_FOUND" | "EMAIL_NOT_VERIFIED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_CODE" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "MFA_IS_REQUIRED" | "MFA_NOT_ENABLED" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_NOT_FOUND" | "PASSKEY_EXISTS" | "LAST_SIGN_IN_METHOD" | "MFA_DISABLED" | "PROVIDER_NOT_FOUND" | "PROVIDER_ERROR" | "ACCESS_DENIED" | "IDENTITY_NOT_FOUND" | "IDENTITY_ALREADY_LINKED" | "INVALID_STATE" | "INVALID_LOGOUT_TOKEN" | "SIGN_UP_NOT_ALLOWED" | "EMAIL_CONFIRMATION_REQUIRED" | "CLIENT_NOT_FOUND" | "SECRET_NOT_FOUND" | "SECRET_LIMIT_REACHED" | "API_KEYS_DISABLED" | "API_KEY_NOT_FOUND" | "KEY_LIMIT_REACHED" | "INVALID_API_KEY" | "INVALID_SCOPE" | "INVALID_AUDIENCE" | "NOT_AUTHORIZED" | "INVALID_HASH" | "INVALID_FACTOR" | "UID_ALREADY_IN_USE" | "BATCH_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TOKEN_NOT_FOUND" | "RESET_NOT_FOUND" | "PROVIDER_EXISTS" | "INVALID_ISSUER" | "INVALID_URL" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_LIMIT_REACHED" | "DELIVERY_NOT_FOUND" | "INVALID_REQUEST" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_ERROR" | "UNAVAILABLE";
            message: string;
        };
        LeftOutPart: {
            /** @description Where the record is, such as `record 7`. */
            at: string;
            /**
             * @description Left out for what has no counterpart here, such as a group.
             * @enum {string}
             */
            code?: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "USER_NOT_FOUND" | "IMPERSONATION_FORBIDDEN" | "EMAIL_ALREADY_IN_USE" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_METADATA" | "INVALID_CLAIMS" | "INVALID_REDIRECT_URL" | "EMAIL_ALREADY_VERIFIED" | "EMAIL_NOT_CONFIGURED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "SESSION_NOT_FOUND" | "DEVICE_NOT_FOUND" | "EMAIL_NOT_VERIFIED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_CODE" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "MFA_IS_REQUIRED" | "MFA_NOT_ENABLED" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_NOT_FOUND" | "PASSKEY_EXISTS" | "LAST_SIGN_IN_METHOD" | "MFA_DISABLED" | "PROVIDER_NOT_FOUND" | "PROVIDER_ERROR" | "ACCESS_DENIED" | "IDENTITY_NOT_FOUND" | "IDENTITY_ALREADY_LINKED" | "INVALID_STATE" | "INVALID_LOGOUT_TOKEN" | "SIGN_UP_NOT_ALLOWED" | "EMAIL_CONFIRMATION_REQUIRED" | "CLIENT_NOT_FOUND" | "SECRET_NOT_FOUND" | "SECRET_LIMIT_REACHED" | "API_KEYS_DISABLED" | "API_KEY_NOT_FOUND" | "KEY_LIMIT_REACHED" | "INVALID_API_KEY" | "INVALID_SCOPE" | "INVALID_AUDIENCE" | "NOT_AUTHORIZED" | "INVALID_HASH" | "INVALID_FACTOR" | "UID_ALREADY_IN_USE" | "BATCH_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TOKEN_NOT_FOUND" | "RESET_NOT_FOUND" | "PROVIDER_EXISTS" | "INVALID_ISSUER" | "INVALID_URL" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_LIMIT_REACHED" | "DELIVERY_NOT_FOUND" | "INVALID_REQUEST" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_ERROR" | "UNAVAILABLE";
            message: string;
        };
        PasswordlessUser: {
            /** @description Where the record is, such as `record 7`. */
            at: string;
            /** @enum {string} */
            code?: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "USER_NOT_FOUND" | "IMPERSONATION_FORBIDDEN" | "EMAIL_ALREADY_IN_USE" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_METADATA" | "INVALID_CLAIMS" | "INVALID_REDIRECT_URL" | "EMAIL_ALREADY_VERIFIED" | "EMAIL_NOT_CONFIGURED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "SESSION_NOT_FOUND" | "DEVICE_NOT_FOUND" | "EMAIL_NOT_VERIFIED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_CODE" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "MFA_IS_REQUIRED" | "MFA_NOT_ENABLED" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_NOT_FOUND" | "PASSKEY_EXISTS" | "LAST_SIGN_IN_METHOD" | "MFA_DISABLED" | "PROVIDER_NOT_FOUND" | "PROVIDER_ERROR" | "ACCESS_DENIED" | "IDENTITY_NOT_FOUND" | "IDENTITY_ALREADY_LINKED" | "INVALID_STATE" | "INVALID_LOGOUT_TOKEN" | "SIGN_UP_NOT_ALLOWED" | "EMAIL_CONFIRMATION_REQUIRED" | "CLIENT_NOT_FOUND" | "SECRET_NOT_FOUND" | "SECRET_LIMIT_REACHED" | "API_KEYS_DISABLED" | "API_KEY_NOT_FOUND" | "KEY_LIMIT_REACHED" | "INVALID_API_KEY" | "INVALID_SCOPE" | "INVALID_AUDIENCE" | "NOT_AUTHORIZED" | "INVALID_HASH" | "INVALID_FACTOR" | "UID_ALREADY_IN_USE" | "BATCH_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TOKEN_NOT_FOUND" | "RESET_NOT_FOUND" | "PROVIDER_EXISTS" | "INVALID_ISSUER" | "INVALID_URL" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_LIMIT_REACHED" | "DELIVERY_NOT_FOUND" | "INVALID_REQUEST" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_ERROR" | "UNAVAILABLE";
            /** @description Why the user has no password here. */
            reason: string;
            /** @description The other ways in: `passkey`, ids of providers, `email` and `MIGRATION_URL`. */
            sign_in: string[];
        };
        FileImportResult: {
            /**
             * Format: uuid
             * @description Null for a dry run.
             */
            batch_id: string | null;
            /** @description How many accounts were created; in a dry run, how many would be. */
            created: number;
            /** @description How many records failed. */
            failed: number;
            /** @description How many parts of users, or records, were left out. */
            left_out: number;
            /** @description How many users have no password here. */
            without_password: number;
            /** @description How many accounts have which format of password. */
            formats: {
                [key: string]: number;
            };
            /** @description The first 1,000 records that failed. */
            failures: components["schemas"]["FailedRecord"][];
            /** @description The first 1,000 parts that were left out, without passwords. */
            omissions: components["schemas"]["LeftOutPart"][];
            /** @description The first 1,000 users without a password. */
            passwordless: components["schemas"]["PasswordlessUser"][];
        };
        InterruptedFileImport: {
            /** Format: uuid */
            batch_id: string | null;
            /** @enum {string} */
            code: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "USER_NOT_FOUND" | "IMPERSONATION_FORBIDDEN" | "EMAIL_ALREADY_IN_USE" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_METADATA" | "INVALID_CLAIMS" | "INVALID_REDIRECT_URL" | "EMAIL_ALREADY_VERIFIED" | "EMAIL_NOT_CONFIGURED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "SESSION_NOT_FOUND" | "DEVICE_NOT_FOUND" | "EMAIL_NOT_VERIFIED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_CODE" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "MFA_IS_REQUIRED" | "MFA_NOT_ENABLED" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_NOT_FOUND" | "PASSKEY_EXISTS" | "LAST_SIGN_IN_METHOD" | "MFA_DISABLED" | "PROVIDER_NOT_FOUND" | "PROVIDER_ERROR" | "ACCESS_DENIED" | "IDENTITY_NOT_FOUND" | "IDENTITY_ALREADY_LINKED" | "INVALID_STATE" | "INVALID_LOGOUT_TOKEN" | "SIGN_UP_NOT_ALLOWED" | "EMAIL_CONFIRMATION_REQUIRED" | "CLIENT_NOT_FOUND" | "SECRET_NOT_FOUND" | "SECRET_LIMIT_REACHED" | "API_KEYS_DISABLED" | "API_KEY_NOT_FOUND" | "KEY_LIMIT_REACHED" | "INVALID_API_KEY" | "INVALID_SCOPE" | "INVALID_AUDIENCE" | "NOT_AUTHORIZED" | "INVALID_HASH" | "INVALID_FACTOR" | "UID_ALREADY_IN_USE" | "BATCH_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TOKEN_NOT_FOUND" | "RESET_NOT_FOUND" | "PROVIDER_EXISTS" | "INVALID_ISSUER" | "INVALID_URL" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_LIMIT_REACHED" | "DELIVERY_NOT_FOUND" | "INVALID_REQUEST" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_ERROR" | "UNAVAILABLE";
            /** @description It says how many accounts were created. They stay. */
            message: string;
        };
        PreviewColumn: {
            name: string;
            /** @description The field that the column may fill; null for none. */
            field: string | null;
        };
        FilePreview: {
            columns: components["schemas"]["PreviewColumn"][];
            /** @description The first rows, each with a text for each column, cut after 100 characters. */
            rows: string[][];
        };
        ImpersonateRequest: {
            /** @description Why, for the event log. */
            reason: string;
            /**
             * @description How long the access token works, in seconds.
             * @default 600
             */
            expires_in?: number;
        };
        ImpersonationView: {
            /** Format: uuid */
            uid: string;
            /** @description An access token of the user, whose claim `act` names the admin token. */
            token: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
            /**
             * Format: uuid
             * @description The session in the list of the user. Its end invalidates the access token.
             */
            session_id: string;
        };
        Stats: {
            users: number;
            /** @description Users whose email is verified. */
            verified: number;
            /** @description Users whom an administrator has disabled. */
            disabled: number;
            /** @description Users who have signed in within 30 days. */
            active_30d: number;
            /** @description Sessions that have not expired. */
            sessions: number;
            /** @description Emails in the queue. */
            mail_queue: number;
        };
        SeriesPoint: {
            /** @description The beginning of the day or hour, in UNIX epoch seconds. */
            at: number;
            sign_ins: number;
            /** @description Refused passwords and second factors. */
            failed: number;
            /** @description Created and imported users. */
            users_created: number;
            /** @description Different users who have signed in. A refresh does not count. */
            users_active: number;
            emails_sent: number;
            /** @description Emails that were given up. */
            emails_failed: number;
            /** @description Messages to webhooks that failed, each try for itself. */
            webhooks_failed: number;
        };
        SeriesView: {
            /** @enum {string} */
            series: "day" | "hour";
            /** @description When all events were counted, in UNIX epoch seconds; null before the first time. */
            updated_at: number | null;
            /** @description At most 400, oldest first. */
            points: components["schemas"]["SeriesPoint"][];
        };
        CheckView: {
            /**
             * @description The name of the check. A check can have several findings.
             * @example mail
             */
            name: string;
            /**
             * @description `skip`: it could not run.
             * @enum {string}
             */
            status: "ok" | "warn" | "fail" | "skip";
            /** @description What was found, without secrets. */
            found: string;
            /** @description How to correct it. */
            cure: string | null;
        };
        CheckList: {
            /** @description Whether nothing fails. */
            healthy: boolean;
            /** @description When the checks ended, in UNIX epoch seconds. */
            checked_at: number;
            /** @description In the order of `latchkey doctor`. */
            checks: components["schemas"]["CheckView"][];
        };
        SettingView: {
            /** @example MAX_SESSIONS */
            name: string;
            /** @description The value in force; of a URL only the protocol and the host. Null without a value, and for a secret. */
            value: string | null;
            /** @description The default value. */
            default: string | null;
            /** @description Whether it is set in the environment or in `.env`. */
            given: boolean;
            /** @description Whether it is a secret, whose value no answer has. */
            secret: boolean;
            /** @description Whether it has a value. */
            set: boolean;
            /** @description Whether the value is weaker than the default with `SECURITY_PROFILE=strict`. */
            weak: boolean;
        };
        SettingList: {
            settings: components["schemas"]["SettingView"][];
        };
        ConsoleSignInRequest: {
            /** @description An admin token; or the access token of a user with admin scopes. */
            token?: string;
            /** @description The value of a link that signs in once, of a start outside production or of `latchkey console-link`. */
            once?: string;
        };
        ConsoleFeatures: {
            /** @description Whether the service sends emails. */
            mail: boolean;
            /** @description Whether administrators may act as users. */
            impersonation: boolean;
        };
        ConsoleSessionView: {
            /** @description The name of this administrator in events: `admin:<token id>` or `user:<uid>`. */
            actor: string;
            /** @description The name of the admin token, or the email of the user. */
            name: string;
            /**
             * Format: uuid
             * @description Null for a user.
             */
            token_id: string | null;
            /**
             * Format: uuid
             * @description Null for an admin token.
             */
            uid: string | null;
            /** @description The allowed operations at this moment. */
            scopes: ("read" | "write" | "export" | "providers" | "webhooks" | "impersonate" | "admins" | "clients")[];
            /** @description When the session ends at the latest, in UNIX epoch seconds; null for a request without a cookie. */
            expiry: number | null;
            /** @description When it ends without another request, in UNIX epoch seconds; null for a request without a cookie. */
            idle_expiry: number | null;
            /** @description The name of the product. */
            app_name: string;
            /** @description The version of the service. */
            version: string;
            /** @description Whether the service runs with `NODE_ENV=production`. */
            production: boolean;
            features: components["schemas"]["ConsoleFeatures"];
        };
        UiProvider: {
            id: string;
            /** @description For people. */
            name: string;
        };
        UiBranding: {
            /** @description Whether `/branding/logo.svg` exists. */
            logo: boolean;
            /** @description The languages of `/branding/texts/{language}.json`. */
            texts: string[];
        };
        UiFacts: {
            /** @description The name of the product. */
            app_name: string;
            /** @description Where the product is: `APP_URL`; null where that is the service itself. */
            app_url: string | null;
            /**
             * @description `off`: only an administrator can create an account.
             * @enum {string}
             */
            sign_up: "open" | "off";
            /** @description The ways to sign in, besides the providers. */
            doors: ("password" | "magic_link" | "email_code" | "passkey")[];
            /** @description The external providers that are switched on. */
            providers: components["schemas"]["UiProvider"][];
            /** @description The minimum length of a new password in characters. */
            password_min_length: number;
            /** @description For how many seconds a user can trust a device with a session in a cookie; 0 for not at all. */
            trusted_device_ttl: number;
            /** @description The languages of the pages, as tags such as `de` or `pt-BR`. */
            locales: string[];
            /** @description The terms of the product; null for none. */
            terms_url: string | null;
            /** @description What the product does with personal data; null for none. */
            privacy_url: string | null;
            branding: components["schemas"]["UiBranding"];
            /** @description Whether the pages of the service have a session in this browser. Only for these pages, which then need no failing request to find out: left out for pages of other origins, and with `HOSTED_PAGES=off`. */
            signed_in?: boolean;
        };
        LinkFactsRequest: {
            /** @description The `token` of a reset link or of a magic link. */
            token: string;
        };
        LinkFacts: {
            /** @description The account, or the email that gets one. */
            email: string;
            /** @description When the email was asked for, in UNIX epoch seconds. */
            asked_at: number;
            /** @description The kind of browser that asked for it, such as `Firefox`; empty if it is not known. */
            browser: string;
            /** @description Its system, such as `Windows`; empty if it is not known. */
            system: string;
        };
        IssuerMetadata: {
            /** @description The `iss` of access tokens: the `BASE_URL`. */
            issuer: string;
            /** @description The URL of the public keys. */
            jwks_uri: string;
            /** @description Where clients get access tokens. */
            token_endpoint: string;
            /** @description Only `client_credentials`. */
            grant_types_supported: string[];
            /** @description None: there is no authorization endpoint. */
            response_types_supported: string[];
            /** @description How clients authenticate. */
            token_endpoint_auth_methods_supported: string[];
            /** @description The algorithms of the assertions of clients. */
            token_endpoint_auth_signing_alg_values_supported: string[];
        };
        Jwk: {
            /** @example EC */
            kty: string;
            /** @example P-256 */
            crv: string;
            x: string;
            y: string;
            /** @description The `kid` in the header of each token that the key signed. */
            kid: string;
            /** @example ES256 */
            alg: string;
            /** @enum {string} */
            use: "sig";
        };
        JwkSet: {
            keys: components["schemas"]["Jwk"][];
        };
        RevocationList: {
            /** @description A JWT, signed like an access token, of `typ` `revocations`: `sessions` that have ended; `users` who were deleted, disabled or got other claims, `clients` that lost a right, and revoked API `keys`, each with the time until which their tokens are void; and `more`, true if there is another page. */
            token: string;
            /** @description The cursor of the next request. Entries may repeat. */
            cursor: string;
        };
        Health: {
            /** @enum {string} */
            status: "live" | "ready";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lines of text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_CREDENTIALS: The email or the password is wrong.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     MFA_REQUIRED: This account needs a second factor. Send it with the mfa_token.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    signInAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_CREDENTIALS: The email or the password is wrong.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     MFA_REQUIRED: This account needs a second factor. Send it with the mfa_token.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Takes the refresh token from the cookie, and sets the next one there. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refreshed"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_REFRESH_TOKEN: The refresh token is not valid, or no longer valid.
             *
             *     EXPIRED_JWT: The refresh token has expired.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Takes the session from the cookie in place of the access token, and removes it. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LogoutRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_REFRESH_TOKEN: The refresh token is not valid, or no longer valid.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_REFRESH_TOKEN" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `session_id` of a session in the list of the user. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     SESSION_NOT_FOUND: There is no such session.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "SESSION_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    exchangeCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeExchangeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangedCode"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     SIGN_UP_NOT_ALLOWED: A new account cannot be created here.
             *
             *     MFA_REQUIRED: This account needs a second factor. Send it with the mfa_token.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     EMAIL_CONFIRMATION_REQUIRED: Please confirm your email by a code, with the pending_token.
             *
             *     IDENTITY_ALREADY_LINKED: This identity is linked to an account already.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_CODE" | "USER_DISABLED" | "SIGN_UP_NOT_ALLOWED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "EMAIL_CONFIRMATION_REQUIRED" | "IDENTITY_ALREADY_LINKED" | "EMAIL_NOT_VERIFIED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                        /** @description For `confirmExternalEmail`. It works for 600 seconds. */
                        pending_token?: string;
                        /** @description The address that the provider named; null for none. */
                        email?: string | null;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    exchangeCodeAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeExchangeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangedCode"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     SIGN_UP_NOT_ALLOWED: A new account cannot be created here.
             *
             *     MFA_REQUIRED: This account needs a second factor. Send it with the mfa_token.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     EMAIL_CONFIRMATION_REQUIRED: Please confirm your email by a code, with the pending_token.
             *
             *     IDENTITY_ALREADY_LINKED: This identity is linked to an account already.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_CODE" | "USER_DISABLED" | "SIGN_UP_NOT_ALLOWED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "EMAIL_CONFIRMATION_REQUIRED" | "IDENTITY_ALREADY_LINKED" | "EMAIL_NOT_VERIFIED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                        /** @description For `confirmExternalEmail`. It works for 600 seconds. */
                        pending_token?: string;
                        /** @description The address that the provider named; null for none. */
                        email?: string | null;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    createPageCode: {
        parameters: {
            query?: never;
            header: {
                /** @description Takes the session from the cookie of the sign-in pages, too. Only for pages at the origin of `BASE_URL`. */
                "X-Latchkey-Session": "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageCodeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedPageCode"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REDIRECT_URL: The URL to return to is not allowed.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     MFA_NOT_ENABLED: This account has no second factor.
             *
             *     MFA_DISABLED: This service does not accept new second factors.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REDIRECT_URL" | "REAUTHENTICATION_REQUIRED" | "MFA_NOT_ENABLED" | "MFA_DISABLED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    removeDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `device_id` of a device in the list of the user. */
                device_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     DEVICE_NOT_FOUND: There is no such device.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "DEVICE_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    listSecurityEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityEventList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedUser"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     SIGN_UP_NOT_ALLOWED: A new account cannot be created here.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
             *
             *     EMAIL_ALREADY_IN_USE: This email belongs to another account.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "SIGN_UP_NOT_ALLOWED" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_METADATA" | "EMAIL_ALREADY_IN_USE" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
             *
             *     EMAIL_ALREADY_IN_USE: This email belongs to another account.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     INVALID_PASSWORD: The current password or the reset token is wrong.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_EMAIL" | "INVALID_METADATA" | "EMAIL_ALREADY_IN_USE" | "EMAIL_NOT_CONFIGURED" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteUserRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_PASSWORD: The current password or the reset token is wrong.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    getUserAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    getPendingEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingEmailView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    forgetPendingEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    exportOwnData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnData"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_PASSWORD: The current password or the reset token is wrong.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_PASSWORD" | "WEAK_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    sendPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_REDIRECT_URL: The URL to return to is not allowed.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REDIRECT_URL" | "EMAIL_NOT_CONFIGURED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    sendMagicLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MagicLinkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MagicLinkSent"];
                };
            };
            /**
             * @description INVALID_EMAIL: The email is not a valid address.
             *
             *     INVALID_REDIRECT_URL: The URL to return to is not allowed.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_EMAIL" | "INVALID_REDIRECT_URL" | "EMAIL_NOT_CONFIGURED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    signInByMagicLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MagicLinkLoginRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     LINK_EXPIRED: This link has expired. Please ask for a new one.
             *
             *     LINK_ALREADY_USED: This link has been used already. Please ask for a new one.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     MFA_REQUIRED: This account needs a second factor. Send it with the mfa_token.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "INVALID_CODE" | "USER_DISABLED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    sendVerificationEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REDIRECT_URL: The URL to return to is not allowed.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     EMAIL_ALREADY_VERIFIED: The email has been verified already.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REDIRECT_URL" | "EMAIL_NOT_CONFIGURED" | "USER_NOT_FOUND" | "EMAIL_ALREADY_VERIFIED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    openMagicLink: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button that follows the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    followMagicLink: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
            /** @description Any other failure: `code` and `message`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    openVerification: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button that follows the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    confirmVerification: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
            /** @description Any other failure: `code` and `message`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refuseVerification: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
            /** @description Any other failure: `code` and `message`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    openEmailConfirmation: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button that follows the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    confirmEmail: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
            /** @description Any other failure: `code` and `message`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    openSecureAccount: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button that follows the link. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    secureAccount: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
                /** @description The language of the page. Default: that of the header Accept-Language. */
                locale?: "en" | "de" | "fr" | "es" | "pt" | "ar";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `next_url`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
            /** @description Any other failure: `code` and `message`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sendEmailCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailCodeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCodeView"];
                };
            };
            /**
             * @description INVALID_EMAIL: The email is not a valid address.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_EMAIL" | "EMAIL_NOT_CONFIGURED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    verifyEmailCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailCodeVerifyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     MFA_REQUIRED: This account needs a second factor. Send it with the mfa_token.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_CODE" | "USER_DISABLED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    getMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MfaView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    updateMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRecoveryCodes"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     MFA_IS_REQUIRED: This account must keep a second factor.
             *
             *     MFA_DISABLED: This service does not accept new second factors.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "FACTOR_NOT_FOUND" | "EMAIL_NOT_VERIFIED" | "MFA_IS_REQUIRED" | "MFA_DISABLED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewRecoveryCodes"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     MFA_NOT_ENABLED: This account has no second factor.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "MFA_NOT_ENABLED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    addTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TotpRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTotp"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     FACTOR_LIMIT_REACHED: This account has as many factors as it may have.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     MFA_DISABLED: This service does not accept new second factors.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "FACTOR_LIMIT_REACHED" | "EMAIL_NOT_VERIFIED" | "MFA_DISABLED" | "INVALID_MFA_TOKEN" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path: {
                /** @description The `factor_id` of an authenticator app of the user. */
                factor_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotpRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrolledFactor"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     FACTOR_LIMIT_REACHED: This account has as many factors as it may have.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "INVALID_CODE" | "EMAIL_NOT_VERIFIED" | "INVALID_MFA_TOKEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `factor_id` of an authenticator app of the user. */
                factor_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     MFA_IS_REQUIRED: This account must keep a second factor.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "FACTOR_NOT_FOUND" | "MFA_IS_REQUIRED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    renameTotp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `factor_id` of an authenticator app of the user. */
                factor_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "FACTOR_NOT_FOUND" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    verifyMfa: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaVerifyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MfaSignedIn"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     INVALID_CHALLENGE: The challenge is not valid, or no longer valid. Please try again.
             *
             *     INVALID_PASSKEY: This passkey could not be verified.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_MFA_TOKEN" | "INVALID_CODE" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "USER_DISABLED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    reauthenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReauthenticateRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReauthenticatedView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_PASSWORD: The current password or the reset token is wrong.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     INVALID_CHALLENGE: The challenge is not valid, or no longer valid. Please try again.
             *
             *     INVALID_PASSKEY: This passkey could not be verified.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_PASSWORD" | "INVALID_CODE" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    mfaPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaPasskeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallengeView"];
                };
            };
            /**
             * @description INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_MFA_TOKEN" | "FACTOR_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    prepareReauthentication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReauthenticationOptionsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReauthenticationOptionsView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "EMAIL_NOT_CONFIGURED" | "FACTOR_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    passkeyLoginOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallengeView"];
                };
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyLoginRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_CHALLENGE: The challenge is not valid, or no longer valid. Please try again.
             *
             *     PASSKEY_NOT_FOUND: This service does not know this passkey.
             *
             *     INVALID_PASSKEY: This passkey could not be verified.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_CHALLENGE" | "PASSKEY_NOT_FOUND" | "INVALID_PASSKEY" | "USER_DISABLED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    passkeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallengeView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     FACTOR_LIMIT_REACHED: This account has as many factors as it may have.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     MFA_DISABLED: This service does not accept new second factors.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "FACTOR_LIMIT_REACHED" | "EMAIL_NOT_VERIFIED" | "MFA_DISABLED" | "INVALID_MFA_TOKEN" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPasskeysView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedPasskeyView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_CHALLENGE: The challenge is not valid, or no longer valid. Please try again.
             *
             *     INVALID_PASSKEY: This passkey could not be verified.
             *
             *     PASSKEY_EXISTS: This passkey has been added already.
             *
             *     FACTOR_LIMIT_REACHED: This account has as many factors as it may have.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_EXISTS" | "FACTOR_LIMIT_REACHED" | "EMAIL_NOT_VERIFIED" | "INVALID_MFA_TOKEN" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `passkey_id` of a passkey of the user. */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     PASSKEY_NOT_FOUND: This service does not know this passkey.
             *
             *     LAST_SIGN_IN_METHOD: This is the only way to sign in to the account.
             *
             *     MFA_IS_REQUIRED: This account must keep a second factor.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "PASSKEY_NOT_FOUND" | "LAST_SIGN_IN_METHOD" | "MFA_IS_REQUIRED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `passkey_id` of a passkey of the user. */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameRequest"];
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     PASSKEY_NOT_FOUND: This service does not know this passkey.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "PASSKEY_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferedProviderList"];
                };
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    startExternalSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExternalStartRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalStartView"];
                };
            };
            /**
             * @description PROVIDER_NOT_FOUND: There is no such provider.
             *
             *     INVALID_REDIRECT_URL: The URL to return to is not allowed.
             *
             *     PROVIDER_ERROR: The sign-in at the provider did not work. Please try again later.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PROVIDER_NOT_FOUND" | "INVALID_REDIRECT_URL" | "PROVIDER_ERROR" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    startIdentityLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkStartRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExternalStartView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     PROVIDER_NOT_FOUND: There is no such provider.
             *
             *     INVALID_REDIRECT_URL: The URL to return to is not allowed.
             *
             *     PROVIDER_ERROR: The sign-in at the provider did not work. Please try again later.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "PROVIDER_NOT_FOUND" | "INVALID_REDIRECT_URL" | "PROVIDER_ERROR" | "EMAIL_NOT_VERIFIED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    finishAtProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `next_url` with `code`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_STATE: This sign-in is not valid, or no longer valid. Please begin again.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_STATE" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
            /** @description Any other failure: `code` and `message`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    finishAtProviderByForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To `next_url` with `code`; after a failure with `error` and `message`. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_STATE: This sign-in is not valid, or no longer valid. Please begin again.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_STATE" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description NOT_FOUND: There is nothing at this address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_FOUND";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
            /** @description Any other failure: `code` and `message`. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    logoutByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of a provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    logout_token: string;
                };
            };
        };
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_LOGOUT_TOKEN: The logout token is not valid.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LOGOUT_TOKEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    confirmExternalEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCodeView"];
                };
            };
            /**
             * @description INVALID_CODE: The code is wrong, expired or used.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_CODE" | "INVALID_EMAIL" | "EMAIL_NOT_CONFIGURED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    verifyExternalEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description `new`, or the `device_token` of an earlier answer: the answer then has a `device_token`. An unknown one counts as `new`. Ignored with `X-Latchkey-Session`, where the device token is in a cookie. */
                "X-Latchkey-Device"?: string;
                /** @description Sets the refresh token as a cookie, and leaves it out of the answer. Only for pages of `COOKIE_ORIGINS`. */
                "X-Latchkey-Session"?: "cookie" | "pages";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmVerifyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The refresh token, as HttpOnly; or the end of the cookie. Only with `X-Latchkey-Session: cookie`. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_CODE: The code is wrong, expired or used.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     SIGN_UP_NOT_ALLOWED: A new account cannot be created here.
             *
             *     MFA_REQUIRED: This account needs a second factor. Send it with the mfa_token.
             *
             *     MFA_ENROLMENT_REQUIRED: This account must add a second factor. Add one with the mfa_token.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_CODE" | "USER_DISABLED" | "SIGN_UP_NOT_ALLOWED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: ("totp" | "passkey" | "recovery_code")[];
                        /** @description Of a user who was just created. */
                        uid?: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    listIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    unlinkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `identity_id` of an identity of the user. */
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     IDENTITY_NOT_FOUND: There is no such identity.
             *
             *     LAST_SIGN_IN_METHOD: This is the only way to sign in to the account.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "IDENTITY_NOT_FOUND" | "LAST_SIGN_IN_METHOD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    issueClientToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["ClientTokenForm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientTokenView"];
                };
            };
            /** @description invalid_request, invalid_scope, invalid_target, unsupported_grant_type */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_request" | "invalid_scope" | "invalid_target" | "unsupported_grant_type";
                        error_description?: string;
                    };
                };
            };
            /** @description invalid_client */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "invalid_client";
                        error_description?: string;
                    };
                };
            };
            /** @description temporarily_unavailable */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "temporarily_unavailable";
                        error_description?: string;
                    };
                };
            };
            /** @description server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "server_error";
                        error_description?: string;
                    };
                };
            };
            /** @description temporarily_unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        error: "temporarily_unavailable";
                        error_description?: string;
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     API_KEYS_DISABLED: This service has no API keys.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "API_KEYS_DISABLED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     API_KEYS_DISABLED: This service has no API keys.
             *
             *     INVALID_SCOPE: The scope is unknown, or more than is allowed.
             *
             *     INVALID_AUDIENCE: The audience is missing, or not allowed.
             *
             *     KEY_LIMIT_REACHED: This account has as many API keys as it may have.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "API_KEYS_DISABLED" | "INVALID_SCOPE" | "INVALID_AUDIENCE" | "KEY_LIMIT_REACHED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `key_id` of a key of the user. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     API_KEYS_DISABLED: This service has no API keys.
             *
             *     API_KEY_NOT_FOUND: There is no such API key.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "API_KEYS_DISABLED" | "API_KEY_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    exchangeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyTokenView"];
                };
            };
            /**
             * @description API_KEYS_DISABLED: This service has no API keys.
             *
             *     INVALID_API_KEY: The API key is not valid, or no longer valid.
             *
             *     INVALID_SCOPE: The scope is unknown, or more than is allowed.
             *
             *     INVALID_AUDIENCE: The audience is missing, or not allowed.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "API_KEYS_DISABLED" | "INVALID_API_KEY" | "INVALID_SCOPE" | "INVALID_AUDIENCE" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListTokens: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList2"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminCreateToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRevokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of an admin token. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RevokeTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     TOKEN_NOT_FOUND: There is no such admin token.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "TOKEN_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminChangeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of an admin token. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExpireTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     TOKEN_NOT_FOUND: There is no such admin token.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "TOKEN_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListUsersCsv: {
        parameters: {
            query?: {
                /** @description The exact email, case-insensitive. */
                email?: string;
                /** @description The beginning of the email, case-insensitive. Of an international domain it ends with a whole label. */
                search?: string;
                /** @description A part of the email, case-insensitive. */
                email_contains?: string;
                /** @description Whether the user may sign in. */
                active?: boolean;
                /** @description Whether the email is verified. */
                email_verified?: boolean;
                /** @description Created in this second or later, in UNIX epoch seconds. */
                created_after?: number;
                /** @description Created before this second, in UNIX epoch seconds. */
                created_before?: number;
                /** @description One of the `roles` in the claims, case-sensitive. */
                role?: string;
                /** @description Whether the user has admin scopes. */
                admin_scopes?: boolean;
                /** @description Whether each sign-in needs a second factor. */
                mfa_enabled?: boolean;
                /** @description Whether the user has a password. */
                has_password?: boolean;
                /** @description Whether the user has a passkey. */
                has_passkey?: boolean;
                /** @description The id of an external provider at which the user has an identity. */
                provider?: string;
                /** @description Last signed in before this second. Leaves out users who have never signed in, in UNIX epoch seconds. */
                last_login_before?: number;
                /** @description Last signed in in this second or later. Leaves out users who have never signed in, in UNIX epoch seconds. */
                last_login_after?: number;
                /** @description Oldest or newest first. Default: newest first; a search is sorted by email, and a list with no other filter than `last_login_before` or `last_login_after` by the last sign-in, latest first. */
                order?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line with the names of the columns, and one for each user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminChangeUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListUsers: {
        parameters: {
            query?: {
                /** @description The exact email, case-insensitive. */
                email?: string;
                /** @description The beginning of the email, case-insensitive. Of an international domain it ends with a whole label. */
                search?: string;
                /** @description A part of the email, case-insensitive. */
                email_contains?: string;
                /** @description Whether the user may sign in. */
                active?: boolean;
                /** @description Whether the email is verified. */
                email_verified?: boolean;
                /** @description Created in this second or later, in UNIX epoch seconds. */
                created_after?: number;
                /** @description Created before this second, in UNIX epoch seconds. */
                created_before?: number;
                /** @description One of the `roles` in the claims, case-sensitive. */
                role?: string;
                /** @description Whether the user has admin scopes. */
                admin_scopes?: boolean;
                /** @description Whether each sign-in needs a second factor. */
                mfa_enabled?: boolean;
                /** @description Whether the user has a password. */
                has_password?: boolean;
                /** @description Whether the user has a passkey. */
                has_passkey?: boolean;
                /** @description The id of an external provider at which the user has an identity. */
                provider?: string;
                /** @description Last signed in before this second. Leaves out users who have never signed in, in UNIX epoch seconds. */
                last_login_before?: number;
                /** @description Last signed in in this second or later. Leaves out users who have never signed in, in UNIX epoch seconds. */
                last_login_after?: number;
                /** @description Oldest or newest first. Default: newest first; a search is sorted by email, and a list with no other filter than `last_login_before` or `last_login_after` by the last sign-in, latest first. */
                order?: "created_at" | "-created_at";
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminCreateUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminCreateUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminCreatedUser"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     INVALID_HASH: The password hash has an unsupported form or cost.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
             *
             *     INVALID_CLAIMS: The claims must be a string with a JSON object, at most 1 KiB long.
             *
             *     INVALID_FACTOR: A factor of this user has an unsupported form.
             *
             *     PASSKEY_EXISTS: This passkey has been added already.
             *
             *     IDENTITY_ALREADY_LINKED: This identity is linked to an account already.
             *
             *     EMAIL_ALREADY_IN_USE: This email belongs to another account.
             *
             *     UID_ALREADY_IN_USE: This uid belongs to another account.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_HASH" | "INVALID_METADATA" | "INVALID_CLAIMS" | "INVALID_FACTOR" | "PASSKEY_EXISTS" | "IDENTITY_ALREADY_LINKED" | "EMAIL_ALREADY_IN_USE" | "UID_ALREADY_IN_USE" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminGetUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminDeleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminUpdateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AdminUpdateUserRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
             *
             *     INVALID_CLAIMS: The claims must be a string with a JSON object, at most 1 KiB long.
             *
             *     EMAIL_ALREADY_IN_USE: This email belongs to another account.
             *
             *     MFA_NOT_ENABLED: This account has no second factor.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "USER_NOT_FOUND" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_METADATA" | "INVALID_CLAIMS" | "EMAIL_ALREADY_IN_USE" | "MFA_NOT_ENABLED" | "EMAIL_NOT_VERIFIED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminExportPerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListSessions: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSessionList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminEndSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedSessions"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminEndSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
                /** @description The `session_id` of a session of this user. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     SESSION_NOT_FOUND: There is no such session.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "SESSION_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminFactorsView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminResetFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetFactorsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactorResetView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminStopReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     RESET_NOT_FOUND: No reset of the factors of this user is waiting.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "RESET_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPasskeyList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRemovePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
                /** @description The `passkey_id` of a passkey of the user. */
                passkey_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     PASSKEY_NOT_FOUND: This service does not know this passkey.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "PASSKEY_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminIdentityList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRemoveIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
                /** @description The `identity_id` of an identity of the user. */
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     IDENTITY_NOT_FOUND: There is no such identity.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "IDENTITY_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminCreateProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProviderRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     PROVIDER_EXISTS: There is a provider with this id already.
             *
             *     INVALID_ISSUER: The issuer must be an https URL without credentials, query or fragment.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "PROVIDER_EXISTS" | "INVALID_ISSUER" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminGetProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     PROVIDER_NOT_FOUND: There is no such provider.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "PROVIDER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminDeleteProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     PROVIDER_NOT_FOUND: There is no such provider.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "PROVIDER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminUpdateProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateProviderRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     PROVIDER_NOT_FOUND: There is no such provider.
             *
             *     INVALID_ISSUER: The issuer must be an https URL without credentials, query or fragment.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "PROVIDER_NOT_FOUND" | "INVALID_ISSUER" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminTestProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderTest"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     PROVIDER_NOT_FOUND: There is no such provider.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "PROVIDER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListClients: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminCreateClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateClientRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedClient"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminGetClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of a client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     CLIENT_NOT_FOUND: There is no such client.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "CLIENT_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminDeleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of a client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     CLIENT_NOT_FOUND: There is no such client.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "CLIENT_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminUpdateClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of a client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateClientRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     CLIENT_NOT_FOUND: There is no such client.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "CLIENT_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminCreateClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of a client. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSecret"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     CLIENT_NOT_FOUND: There is no such client.
             *
             *     SECRET_LIMIT_REACHED: This client has as many secrets as it may have.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "CLIENT_NOT_FOUND" | "SECRET_LIMIT_REACHED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminDeleteClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `client_id` of a client. */
                client_id: string;
                /** @description The `secret_id` of a secret of the client. */
                secret_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     CLIENT_NOT_FOUND: There is no such client.
             *
             *     SECRET_NOT_FOUND: This client has no such secret.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "CLIENT_NOT_FOUND" | "SECRET_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListAllApiKeys: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllApiKeys"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRevokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
                /** @description The `key_id` of a key of the user. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     API_KEY_NOT_FOUND: There is no such API key.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "API_KEY_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminCreateLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLinkRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedLink"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     INVALID_REDIRECT_URL: The URL to return to is not allowed.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     EMAIL_ALREADY_VERIFIED: The email has been verified already.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_EMAIL" | "INVALID_REDIRECT_URL" | "USER_NOT_FOUND" | "USER_DISABLED" | "EMAIL_ALREADY_VERIFIED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, or the id of an event, after which the list continues. Left out for the first page. */
                after?: string;
                /** @description Only events of this type. */
                type?: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "user.claims_changed" | "user.email_changed" | "user.email_verified" | "user.admin_scopes_removed" | "user.password_changed" | "user.password_reset" | "user.imported" | "user.exported" | "user.erased" | "user.impersonated" | "login.succeeded" | "account.secured" | "device.added" | "device.trusted" | "device.removed" | "login.failed" | "session.opened" | "session.revoked" | "session.reuse_detected" | "link.sent" | "link.used" | "admin.token_created" | "admin.token_revoked" | "admin.token_changed" | "admin.token_stolen" | "admin.key_rotated" | "admin.exported" | "admin.signed_in" | "admin.signed_out" | "mfa.challenged" | "mfa.failed" | "mfa.enabled" | "mfa.disabled" | "mfa.locked" | "mfa.factor_added" | "mfa.factor_removed" | "mfa.recovery_used" | "mfa.recovery_renewed" | "mfa.reset_asked" | "mfa.reset_stopped" | "mfa.reset" | "passkey.added" | "passkey.removed" | "passkey.counter_regressed" | "identity.linked" | "identity.unlinked" | "provider.changed" | "webhook.changed" | "webhook.disabled" | "client.created" | "client.changed" | "client.deleted" | "client.secret_created" | "client.secret_deleted" | "api_key.created" | "api_key.revoked";
                /** @description Only events about this user, also after the user was deleted. */
                uid?: string;
                /** @description Only events about the user who has this email now. Without such a user the list is empty. */
                email?: string;
                /** @description Whether the events have `email` and `actor_name`. */
                names?: boolean;
                /** @description `at`, the default, is oldest first; `-at` is newest first. */
                order?: "at" | "-at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListMessages: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
                /** @description Only emails with this status. */
                status?: "queued" | "sent" | "failed";
                /** @description Only emails to this address, case-insensitive. */
                recipient?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRetryMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of an email in the outbox. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     MESSAGE_NOT_FOUND: There is no such message.
             *
             *     EMAIL_NOT_CONFIGURED: This service cannot send emails.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "MESSAGE_NOT_FOUND" | "EMAIL_NOT_CONFIGURED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminPreviewTemplate: {
        parameters: {
            query?: {
                /** @description The language of the reader. Default: that of `MAIL_LOCALE`. */
                language?: string;
            };
            header?: never;
            path: {
                /** @description The `kind` of an email. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatePreview"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminShowTemplate: {
        parameters: {
            query?: {
                /** @description The language of the reader. Default: that of `MAIL_LOCALE`. */
                language?: string;
            };
            header?: never;
            path: {
                /** @description The `kind` of an email. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML of the email, as a page that runs and loads nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListWebhooks: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminCreateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_URL: The URL of the webhook is not allowed.
             *
             *     WEBHOOK_LIMIT_REACHED: There are as many webhooks as there may be.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_URL" | "WEBHOOK_LIMIT_REACHED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminGetWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "WEBHOOK_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminDeleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "WEBHOOK_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminUpdateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     INVALID_URL: The URL of the webhook is not allowed.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "WEBHOOK_NOT_FOUND" | "INVALID_URL" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "WEBHOOK_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "WEBHOOK_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
                /** @description Only deliveries with this status. */
                status?: "waiting" | "sent" | "failed" | "blocked";
                /** @description Only the delivery of this event. */
                event_id?: string;
            };
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "WEBHOOK_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRetryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
                /** @description The `delivery_id` of a delivery of this webhook. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     DELIVERY_NOT_FOUND: There is no such delivery.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "WEBHOOK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminReplayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `webhook_id` of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayResult"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     WEBHOOK_NOT_FOUND: There is no such webhook.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "WEBHOOK_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListKeys: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKey"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListImports: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminImportUsers: {
        parameters: {
            query?: {
                /** @description Only report what would happen. */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Each line is a body of `POST /api/admin/users`. Any number of lines. */
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "application/ndjson": string;
                "application/jsonl": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminUndoImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `batch_id` in the answer of the import. */
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedBatch"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     BATCH_NOT_FOUND: There is no such import.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "BATCH_NOT_FOUND" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminExportUsers: {
        parameters: {
            query?: {
                /** @description Whether the lines contain password hashes. */
                include_hashes?: boolean;
                /** @description Whether the lines contain second factors, with the secrets of authenticator apps. */
                include_factors?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each line is a user that an import can read. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminImportFile: {
        parameters: {
            query: {
                /** @description The product that wrote the file, or `csv` for any table with a header. */
                from: "supabase" | "auth0" | "firebase" | "keycloak" | "clerk" | "cognito" | "better-auth" | "kratos" | "django" | "aspnet" | "wordpress" | "csv";
                /** @description Only report what would happen. */
                dry_run?: boolean;
                /** @description For `csv`: a JSON object with the columns by the fields that they fill, such as `{"email":"mail"}`. Other columns are then not read. */
                map?: string;
                /** @description Treat addresses as verified if the source does not say whether they are. */
                assume_verified?: boolean;
                /** @description For `kratos`: the relying party id of its passkeys. */
                rp_id?: string;
            };
            header?: {
                /** @description For `firebase`: the password hash parameters of the project, in one line. */
                "firebase-hash-config"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file, of any size. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileImportResult"] | components["schemas"]["InterruptedFileImport"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminPreviewFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The first bytes of the file, at most 64 KiB. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePreview"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminImpersonateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `uid` of the user. */
                uid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImpersonateRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     USER_NOT_FOUND: There is no such user.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "USER_NOT_FOUND" | "USER_DISABLED" | "IMPERSONATION_FORBIDDEN" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminGetStats: {
        parameters: {
            query?: {
                /** @description Counts of each UTC day or hour, in place of the totals. */
                series?: "day" | "hour";
                /** @description The beginning of the range. Default: 30 days or 48 hours before its end, in UNIX epoch seconds. */
                from?: number;
                /** @description The end of the range; its second is not part of it. Default: now, in UNIX epoch seconds. */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"] | components["schemas"]["SeriesView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminRunChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminListSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingList"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminGetSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSessionView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConsoleSignInRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleSessionView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     IMPERSONATION_FORBIDDEN: An administrator who acts as a user may not do this.
             *
             *     NOT_AUTHORIZED: The admin token does not have the scope that this request needs.
             *
             *     REAUTHENTICATION_REQUIRED: The sign-in is too old or too weak for this. Please prove again who you are: see max_age, acr and methods.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "IMPERSONATION_FORBIDDEN" | "NOT_AUTHORIZED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: ("password" | "email_code" | "totp" | "passkey" | "recovery_code")[];
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    adminSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    getUi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UiFacts"];
                };
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    readLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkFactsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkFacts"];
                };
            };
            /**
             * @description INVALID_LINK: This link is not valid. Please ask for a new one.
             *
             *     LINK_EXPIRED: This link has expired. Please ask for a new one.
             *
             *     LINK_ALREADY_USED: This link has been used already. Please ask for a new one.
             *
             *     USER_DISABLED: This account has been disabled by an administrator.
             *
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "USER_DISABLED" | "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description PAYLOAD_TOO_LARGE: The request body is larger than 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        message: string;
                    };
                };
            };
            /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be uncompressed application/json in UTF-8. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        message: string;
                    };
                };
            };
            /** @description TOO_MANY_REQUESTS: Too many tries. Please wait a while before the next one. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "TOO_MANY_REQUESTS";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    getIssuerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuerMetadata"];
                };
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    getKeySet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwkSet"];
                };
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    listRevocations: {
        parameters: {
            query?: {
                /** @description The `cursor` of the previous answer. Left out, the list starts with the oldest relevant entry. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevocationList"];
                };
            };
            /** @description The client already has the current answer. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
    checkLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description INVALID_REQUEST: The request could not be understood. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_REQUEST";
                        message: string;
                    };
                };
            };
            /** @description INTERNAL_ERROR: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        message: string;
                    };
                };
            };
            /** @description UNAVAILABLE: The service cannot answer right now. Please try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "UNAVAILABLE";
                        message: string;
                    };
                };
            };
        };
    };
}
