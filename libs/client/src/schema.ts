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
         * Sign out of one session, or of all
         * @description Ends the session of `refresh_token`, or all sessions of the user if it is left out.
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
         * @description A stale access token, for example one issued before a change of the password, still reads the user.
         */
        get: operations["getUser"];
        /**
         * Change the email or the metadata of the signed-in user
         * @description Only given fields change. A change of the email requires a recent sign-in or the `password`; the new email is not verified, and the old address receives a link that undoes the change.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete the signed-in user
         * @description Deletes the user and all their data. Requires a recent sign-in or the `password`.
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
         * @description The link works once. With `sign_up` it creates the account of an unknown email when it is followed. A disabled user receives no letter. With `with_code` the letter also has a code for /email-code/verify: using the link or the code uses up both.
         */
        post: operations["sendMagicLink"];
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
         * @description Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`. With `LINK_CONFIRM=page` a page with a button comes first.
         */
        get: operations["openMagicLink"];
        put?: never;
        /**
         * Follow a magic link by the button of its page
         * @description Signs in and redirects to `next_url` with `uid`, `at`, `rt` and `exp`.
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
         * Disown an account from the page of a verification link: ends its sessions and voids its password
         * @description For the owner of a mailbox who did not create the account. Redirects to `next_url`.
         */
        post: operations["refuseVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user/email/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the page of an undo link
         * @description The page has a button that restores the previous email. The link is in the letter to that address.
         */
        get: operations["openEmailUndo"];
        put?: never;
        /**
         * Undo a change of address from the page of an undo link
         * @description Restores the previous email and ends all sessions. A password that was set after the change becomes invalid.
         */
        post: operations["undoEmailChange"];
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
         * Sign in by a mailed code
         * @description Each code allows five tries. The first proof of an address voids an earlier password and ends all sessions, unless the request has the `mfa_token` of MFA_ENROLMENT_REQUIRED or an access token of the same user.
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
         * Prove again who one is, for changes that need a recent sign-in
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
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search the users
         * @description The filters apply together. Scope `read`.
         */
        get: operations["adminListUsers"];
        put?: never;
        /**
         * Create a user
         * @description With a password, with the hash of a password, or with neither. A field that is not in the list is refused. Scope `write`.
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
         * @description Only given fields change. A new email, a new password and `active: false` end all sessions; `mfa: required` ends those that one factor has opened. Scope `write`.
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
         * @description The answer contains the link, which works once. Scope `write`.
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
         * List the letters in the outbox
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
         * Send a failed or queued letter now
         * @description The letter is sent in the background. Scope `write`.
         */
        post: operations["adminRetryMessage"];
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
         * @description Only this answer contains the token. Scope `write`.
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
         * @description The token is refused from then on. Scope `write`.
         */
        delete: operations["adminRevokeToken"];
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
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count users, sessions and queued letters
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
    "/api/admin/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import users
         * @description Reads one user a line. A line that fails is listed in the answer, and the others are imported. A field that is not in the list fails its line. Scope `write`.
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
         * @description Writes one user a line, in the form that an import reads. Scope `export`.
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
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where to find the public keys, for libraries that know only the issuer (RFC 8414)
         * @description Contains only what the service does. It is no OpenID provider: there is no authorization endpoint, no token endpoint and no ID token.
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
         * The sessions and users whose access tokens must be refused before they expire
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
            /** @description Can be exchanged for new tokens. */
            refresh_token: string;
            email_verified: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata: string;
        };
        RefreshRequest: {
            /** @description The newest refresh token of the session. */
            refresh_token: string;
        };
        Refreshed: {
            /** Format: uuid */
            uid: string;
            /** @description The access token: a JWT for the Authorization header. */
            access_token: string;
            /** @description Replaces the refresh token that was presented. */
            refresh_token: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
        };
        LogoutRequest: {
            /** @description Ends the session of this token. Left out, all sessions of the user end. */
            refresh_token?: string;
        };
        SessionView: {
            /** Format: uuid */
            session_id: string;
            /** @description The sign-in, in UNIX epoch seconds. */
            created_at: number;
            /** @description The sign-in or the last refresh, in UNIX epoch seconds; for the user rounded down to the minute. */
            last_used_at: number;
            /** @description When the refresh token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description The client address of the sign-in. */
            ip: string;
            /** @description The `User-Agent` of the sign-in. */
            user_agent: string;
            /**
             * @description How the session began.
             * @enum {string}
             */
            method: "password" | "sign_up" | "magic_link" | "email_code" | "passkey" | "external" | "impersonation";
            /** @description Whether it is the session of this request. */
            current: boolean;
        };
        SessionList: {
            /** @description Newest first. */
            sessions: components["schemas"]["SessionView"][];
        };
        CreateUserRequest: {
            /**
             * Format: email
             * @description An address in ASCII, case-insensitive.
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
             * @description An address in ASCII, case-insensitive.
             */
            email?: string;
            /**
             * @description Any valid JSON, at most 16 KiB; kept byte for byte.
             * @example {"plan":"pro"}
             */
            metadata?: string;
            /** @description The current password; required if the sign-in is not recent. Compared only if the email changes. */
            password?: string;
        };
        DeleteUserRequest: {
            /** @description The current password; required if the sign-in is not recent. */
            password?: string;
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
            /** @description The language of the letter, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
        };
        MagicLinkRequest: {
            /**
             * Format: email
             * @description An address in ASCII, case-insensitive.
             */
            email: string;
            /**
             * @description Whether following the link creates a user if the address has none.
             * @default false
             */
            sign_up?: boolean;
            /** @description The final target of the link. Default: APP_URL. */
            next_url?: string;
            /** @description The language of the letter, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
            /**
             * @description Whether the letter also has a code, and the answer the token to use it.
             * @default false
             */
            with_code?: boolean;
        };
        MagicLinkSent: {
            /** @description Needed to use the code of the letter. Keep it in the browser that asked for the code. */
            code_token?: string;
            /** @description When the code expires, in UNIX epoch seconds. */
            expiry?: number;
        };
        VerifyEmailRequest: {
            /** @description The final target of the link. Default: APP_URL. */
            next_url?: string;
            /** @description The language of the letter, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
        };
        EmailCodeRequest: {
            /**
             * Format: email
             * @description An address in ASCII, case-insensitive.
             */
            email: string;
            /**
             * @description Whether the code creates a user if the address has none.
             * @default false
             */
            sign_up?: boolean;
            /** @description The language of the letter, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language. */
            locale?: string;
        };
        IssuedCodeView: {
            /** @description Needed to use the code of the letter. Keep it in the browser that asked for the code. */
            code_token: string;
            /** @description When the code expires, in UNIX epoch seconds. */
            expiry: number;
        };
        EmailCodeVerifyRequest: {
            /** @description The `code_token` that the request for the code answered. */
            code_token: string;
            /** @description The six digits of the letter. Blanks are ignored. */
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
            /** @description A name that the user recognises. */
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
            /** @description The access token. */
            token?: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry?: number;
            /** @description Can be exchanged for new tokens. */
            refresh_token?: string;
            email_verified?: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata?: string;
        };
        RenameRequest: {
            /** @description A name that the user recognises. */
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
        };
        MfaSignedIn: {
            /** Format: uuid */
            uid: string;
            /** @description The access token: a JWT for the Authorization header. */
            token: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description Can be exchanged for new tokens. */
            refresh_token: string;
            email_verified: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata: string;
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
            /** @description The `code_token` of the request for a mailed code. */
            code_token?: string;
            /** @description The six digits of the letter. Blanks are ignored. */
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
            /** @description With `email_code`: needed to use the code of the letter. */
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
            /** @description A name that the user recognises. */
            name?: string;
        };
        AddedPasskeyView: {
            /** @description Recovery codes: shown only now, each works once. */
            recovery_codes?: string[];
            /** Format: uuid */
            uid?: string;
            /** @description The access token. */
            token?: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry?: number;
            /** @description Can be exchanged for new tokens. */
            refresh_token?: string;
            email_verified?: boolean;
            /** @description The JSON text of the user, unchanged. */
            metadata?: string;
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
        AdminCreateUserRequest: {
            /**
             * Format: email
             * @description An address in ASCII, case-insensitive.
             */
            email: string;
            /** @description 8 to 256 characters, not easy to guess, and not the email. Not together with `password_hash`. */
            password?: string;
            /** @description The hash of an existing password. Without `password` and `password_hash` the user has no password. */
            password_hash?: string;
            /**
             * @description Whether the email counts as verified.
             * @default false
             */
            email_verified?: boolean;
            /** @description Whether a reader of the mailbox has proved the email. Default: the value of `email_verified`. */
            email_proved?: boolean;
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
             * @description An address in ASCII, case-insensitive.
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
             * @description Whether the user must have a second factor; `required` ends sessions without one.
             * @enum {string}
             */
            mfa?: "optional" | "required";
            /** @description 8 to 256 characters, not easy to guess, and not the email. Ends all sessions. */
            password?: string;
        };
        PersonExport: {
            /** @description The account. */
            users: {
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
            /** @description The links that were mailed or created, without their tokens. */
            links: {
                [key: string]: unknown;
            }[];
            /** @description The sign-ins and enrolments that wait for their next step, without their tokens. */
            challenges: {
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
            /** @description The emails to the address, without their text. */
            messages: {
                [key: string]: unknown;
            }[];
            /** @description The events about the user. */
            events: {
                [key: string]: unknown;
            }[];
        };
        AdminSessionView: {
            /** Format: uuid */
            session_id: string;
            /** @description The sign-in, in UNIX epoch seconds. */
            created_at: number;
            /** @description The sign-in or the last refresh, in UNIX epoch seconds; for the user rounded down to the minute. */
            last_used_at: number;
            /** @description When the refresh token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description The client address of the sign-in. */
            ip: string;
            /** @description The `User-Agent` of the sign-in. */
            user_agent: string;
            /**
             * @description How the session began.
             * @enum {string}
             */
            method: "password" | "sign_up" | "magic_link" | "email_code" | "passkey" | "external" | "impersonation";
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
        };
        FactorResetView: {
            /** @description When the factors are removed, in UNIX epoch seconds. */
            due_at: number;
        };
        AdminPasskeyList: {
            /** @description Oldest first. */
            passkeys: components["schemas"]["PasskeyView"][];
        };
        CreateLinkRequest: {
            /**
             * @description The purpose of the link.
             * @enum {string}
             */
            type: "magic_link" | "verify_email" | "reset_password";
            /**
             * Format: email
             * @description An address in ASCII, case-insensitive.
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
            /** @enum {string} */
            type: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "user.email_changed" | "user.email_verified" | "user.password_changed" | "user.password_reset" | "user.imported" | "user.exported" | "user.erased" | "login.succeeded" | "login.failed" | "session.revoked" | "session.reuse_detected" | "link.sent" | "link.used" | "admin.token_created" | "admin.token_revoked" | "admin.key_rotated" | "admin.exported" | "mfa.challenged" | "mfa.failed" | "mfa.enabled" | "mfa.disabled" | "mfa.locked" | "mfa.factor_added" | "mfa.factor_removed" | "mfa.recovery_used" | "mfa.recovery_renewed" | "mfa.reset_asked" | "mfa.reset_stopped" | "mfa.reset" | "passkey.added" | "passkey.removed" | "passkey.counter_regressed";
            /** @description UNIX epoch seconds. */
            at: number;
            /** @description `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
            actor: string;
            /**
             * Format: uuid
             * @description The user of the event.
             */
            uid: string | null;
            /** Format: uuid */
            session_id: string | null;
            /** @description The client address of the request. */
            ip: string | null;
            /** @description Further data. For an ended session its `reason`: `logout`, `ended` from another session, a new `password`, the first proof of the `address`, or `administrator`. */
            data: {
                [key: string]: unknown;
            };
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
             * @description The kind of letter.
             * @example magic-link
             */
            kind: string;
            /** Format: email */
            recipient: string;
            /**
             * @description `failed` letters are not retried.
             * @enum {string}
             */
            status: "queued" | "sent" | "failed";
            /** @description The number of attempts to send it. */
            attempts: number;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description The next attempt of a queued letter, in UNIX epoch seconds. */
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
        TokenView: {
            /** Format: uuid */
            id: string;
            name: string;
            scopes: ("read" | "write" | "export")[];
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description UNIX epoch seconds; null if it does not expire. */
            expires_at: number | null;
            /** @description UNIX epoch seconds, to the minute; null if never. */
            last_used_at: number | null;
        };
        TokenList: {
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
            scopes: ("read" | "write" | "export")[];
            /** @description When the token expires. Default: never. UNIX epoch seconds. */
            expires_at?: number;
        };
        CreatedToken: {
            /** Format: uuid */
            id: string;
            /** @description Shown only once. */
            token: string;
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
            /** @description Letters in the queue. */
            mail_queue: number;
        };
        FailedLine: {
            /** @description The number of the line, from 1. */
            line: number;
            /** @enum {string} */
            code: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "USER_NOT_FOUND" | "EMAIL_ALREADY_IN_USE" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_METADATA" | "INVALID_REDIRECT_URL" | "EMAIL_ALREADY_VERIFIED" | "EMAIL_NOT_CONFIGURED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "INVALID_REQUEST" | "NOT_AUTHORIZED" | "INVALID_HASH" | "UID_ALREADY_IN_USE" | "BATCH_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TOKEN_NOT_FOUND" | "SESSION_NOT_FOUND" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_CODE" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "EMAIL_NOT_VERIFIED" | "MFA_IS_REQUIRED" | "MFA_NOT_ENABLED" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_NOT_FOUND" | "PASSKEY_EXISTS" | "LAST_SIGN_IN_METHOD" | "RESET_NOT_FOUND" | "INVALID_FACTOR" | "MFA_DISABLED" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_ERROR" | "UNAVAILABLE";
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
        RemovedBatch: {
            /** @description How many users were removed. */
            removed: number;
            /** @description How many users were kept because they have signed in. */
            kept: number;
        };
        IssuerMetadata: {
            /** @description The `iss` of access tokens: the `BASE_URL`. */
            issuer: string;
            /** @description The URL of the public keys. */
            jwks_uri: string;
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
            /** @description A JWT, signed like an access token, of `typ` `revocations`: `sessions` that have ended, `users` with the time until which their tokens are void, and `more`, true if there is another page. */
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description INVALID_CREDENTIALS: The email or the password is wrong.
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
                        code: "INVALID_CREDENTIALS" | "USER_DISABLED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: string[];
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description INVALID_CREDENTIALS: The email or the password is wrong.
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
                        code: "INVALID_CREDENTIALS" | "USER_DISABLED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: string[];
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
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refreshed"];
                };
            };
            /**
             * @description INVALID_REFRESH_TOKEN: The refresh token is not valid, or no longer valid.
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
                        code: "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_REQUEST";
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
             *
             *     INVALID_REFRESH_TOKEN: The refresh token is not valid, or no longer valid.
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
                        code: "NOT_AUTHENTICATED" | "INVALID_REFRESH_TOKEN" | "INVALID_REQUEST";
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
                        code: "NOT_AUTHENTICATED" | "SESSION_NOT_FOUND" | "INVALID_REQUEST";
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
    createUser: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedUser"];
                };
            };
            /**
             * @description INVALID_EMAIL: The email is not a valid address.
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
                        code: "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_METADATA" | "EMAIL_ALREADY_IN_USE" | "MFA_ENROLMENT_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
             *
             *     EMAIL_ALREADY_IN_USE: This email belongs to another account.
             *
             *     INVALID_PASSWORD: The current password or the reset token is wrong.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "INVALID_EMAIL" | "INVALID_METADATA" | "EMAIL_ALREADY_IN_USE" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     INVALID_PASSWORD: The current password or the reset token is wrong.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     INVALID_PASSWORD: The current password or the reset token is wrong.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "INVALID_PASSWORD" | "WEAK_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
                        code: "NOT_AUTHENTICATED" | "INVALID_REDIRECT_URL" | "EMAIL_NOT_CONFIGURED" | "USER_NOT_FOUND" | "EMAIL_ALREADY_VERIFIED" | "INVALID_REQUEST";
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
    openEmailUndo: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
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
    undoEmailChange: {
        parameters: {
            query: {
                /** @description The token of the mailed link. */
                token: unknown;
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
            header?: never;
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
                        code: "NOT_AUTHENTICATED" | "INVALID_CODE" | "USER_DISABLED" | "MFA_REQUIRED" | "MFA_ENROLMENT_REQUIRED" | "INVALID_MFA_TOKEN" | "INVALID_REQUEST";
                        message: string;
                        /** @description For the next step of the sign-in. */
                        mfa_token?: string;
                        /** @description When the `mfa_token` expires, in UNIX epoch seconds. */
                        expiry?: number;
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     MFA_IS_REQUIRED: This account must keep a second factor.
             *
             *     MFA_DISABLED: This service does not accept new second factors.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "FACTOR_NOT_FOUND" | "MFA_IS_REQUIRED" | "MFA_DISABLED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     MFA_NOT_ENABLED: This account has no second factor.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "MFA_NOT_ENABLED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     FACTOR_LIMIT_REACHED: This account has as many factors as it may have.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     MFA_DISABLED: This service does not accept new second factors.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "FACTOR_LIMIT_REACHED" | "EMAIL_NOT_VERIFIED" | "MFA_DISABLED" | "INVALID_MFA_TOKEN" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrolledFactor"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
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
                        code: "NOT_AUTHENTICATED" | "FACTOR_NOT_FOUND" | "FACTOR_LIMIT_REACHED" | "INVALID_CODE" | "EMAIL_NOT_VERIFIED" | "INVALID_MFA_TOKEN" | "INVALID_REQUEST";
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
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     MFA_IS_REQUIRED: This account must keep a second factor.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "FACTOR_NOT_FOUND" | "MFA_IS_REQUIRED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     FACTOR_NOT_FOUND: There is no such factor.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "FACTOR_NOT_FOUND" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MfaSignedIn"];
                };
            };
            /**
             * @description INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
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
                        code: "INVALID_MFA_TOKEN" | "INVALID_CODE" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "USER_DISABLED" | "INVALID_REQUEST";
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
                        code: "NOT_AUTHENTICATED" | "INVALID_PASSWORD" | "INVALID_CODE" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "INVALID_REQUEST";
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
                        code: "NOT_AUTHENTICATED" | "EMAIL_NOT_CONFIGURED" | "FACTOR_NOT_FOUND" | "INVALID_REQUEST";
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
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /**
             * @description INVALID_CHALLENGE: The challenge is not valid, or no longer valid. Please try again.
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
                        code: "INVALID_CHALLENGE" | "PASSKEY_NOT_FOUND" | "INVALID_PASSKEY" | "USER_DISABLED" | "INVALID_REQUEST";
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
             *     FACTOR_LIMIT_REACHED: This account has as many factors as it may have.
             *
             *     EMAIL_NOT_VERIFIED: Please confirm your email first, by a link or a code that was mailed to you.
             *
             *     MFA_DISABLED: This service does not accept new second factors.
             *
             *     INVALID_MFA_TOKEN: The mfa_token is not valid, or no longer valid. Please sign in again.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "FACTOR_LIMIT_REACHED" | "EMAIL_NOT_VERIFIED" | "MFA_DISABLED" | "INVALID_MFA_TOKEN" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedPasskeyView"];
                };
            };
            /**
             * @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header.
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
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "INVALID_CHALLENGE" | "INVALID_PASSKEY" | "PASSKEY_EXISTS" | "FACTOR_LIMIT_REACHED" | "EMAIL_NOT_VERIFIED" | "INVALID_MFA_TOKEN" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
             *     PASSKEY_NOT_FOUND: This service does not know this passkey.
             *
             *     LAST_SIGN_IN_METHOD: This is the only way to sign in to the account.
             *
             *     MFA_IS_REQUIRED: This account must keep a second factor.
             *
             *     REAUTHENTICATION_REQUIRED: This needs a recent sign-in, or the current password in the field "password".
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
                        code: "NOT_AUTHENTICATED" | "PASSKEY_NOT_FOUND" | "LAST_SIGN_IN_METHOD" | "MFA_IS_REQUIRED" | "REAUTHENTICATION_REQUIRED" | "INVALID_REQUEST";
                        message: string;
                        /** @description How old the newest proof may be, in seconds. */
                        max_age?: number;
                        /**
                         * @description How strong the session must be.
                         * @enum {string}
                         */
                        acr?: "aal1" | "aal2";
                        /** @description What the user can answer with. */
                        methods?: string[];
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
                        code: "NOT_AUTHENTICATED" | "PASSKEY_NOT_FOUND" | "INVALID_REQUEST";
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
    adminListUsers: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Left out for the first page. */
                cursor?: string;
                /** @description The exact email, case-insensitive. */
                email?: string;
                /** @description The beginning of the email, case-insensitive. */
                search?: string;
                /** @description Whether the user may sign in. */
                active?: boolean;
                /** @description Whether the email is verified. */
                email_verified?: boolean;
                /** @description Created in this second or later, in UNIX epoch seconds. */
                created_after?: number;
                /** @description Created before this second, in UNIX epoch seconds. */
                created_before?: number;
                /** @description Oldest or newest first. Default: newest first; a search is sorted by email. */
                order?: "created_at" | "-created_at";
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
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     INVALID_HASH: The password hash has an unsupported form or cost.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
             *
             *     INVALID_FACTOR: A factor of this user has an unsupported form.
             *
             *     PASSKEY_EXISTS: This passkey has been added already.
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
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_HASH" | "INVALID_METADATA" | "INVALID_FACTOR" | "PASSKEY_EXISTS" | "EMAIL_ALREADY_IN_USE" | "UID_ALREADY_IN_USE" | "INVALID_REQUEST";
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
             *     USER_NOT_FOUND: There is no such user.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
             *
             *     EMAIL_ALREADY_IN_USE: This email belongs to another account.
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
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_METADATA" | "EMAIL_ALREADY_IN_USE" | "INVALID_REQUEST";
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
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_EMAIL" | "INVALID_REDIRECT_URL" | "USER_NOT_FOUND" | "USER_DISABLED" | "EMAIL_ALREADY_VERIFIED" | "INVALID_REQUEST";
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
    adminListEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, or the id of an event, after which the list continues. Left out for the first page. */
                after?: string;
                /** @description Only events of this type. */
                type?: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "user.email_changed" | "user.email_verified" | "user.password_changed" | "user.password_reset" | "user.imported" | "user.exported" | "user.erased" | "login.succeeded" | "login.failed" | "session.revoked" | "session.reuse_detected" | "link.sent" | "link.used" | "admin.token_created" | "admin.token_revoked" | "admin.key_rotated" | "admin.exported" | "mfa.challenged" | "mfa.failed" | "mfa.enabled" | "mfa.disabled" | "mfa.locked" | "mfa.factor_added" | "mfa.factor_removed" | "mfa.recovery_used" | "mfa.recovery_renewed" | "mfa.reset_asked" | "mfa.reset_stopped" | "mfa.reset" | "passkey.added" | "passkey.removed" | "passkey.counter_regressed";
                /** @description Only events about this user, also after the user was deleted. */
                uid?: string;
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
                /** @description Only letters with this status. */
                status?: "queued" | "sent" | "failed";
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
                /** @description The `id` of a letter in the outbox. */
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
                    "application/json": components["schemas"]["TokenList"];
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
    adminGetStats: {
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
                    "application/json": components["schemas"]["Stats"];
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
