// Made from the OpenAPI document of the service by `npm run client:types`. Change the service, not this file.

export interface paths {
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics in the text format of Prometheus */
        get: operations["MetricsController_read"];
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
        /** Sign in with email and password */
        post: operations["SessionController_logIn[0]"];
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
        /** Sign in with email and password */
        post: operations["SessionController_logIn[1]"];
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
        /** Exchange a refresh token for new tokens */
        post: operations["SessionController_refresh"];
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
        /** Sign out of one session, or of all */
        post: operations["SessionController_logOut"];
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
        /** List the sessions of the user */
        get: operations["SessionController_list"];
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
        /** End one session of the user */
        delete: operations["SessionController_end"];
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
        /** Create a user */
        post: operations["AccountController_create"];
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
        /** Read the signed-in user */
        get: operations["AccountController_get[0]"];
        /** Change the email or the metadata of the signed-in user */
        put: operations["AccountController_update"];
        post?: never;
        /** Delete the signed-in user */
        delete: operations["AccountController_remove"];
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
        /** Read the signed-in user */
        get: operations["AccountController_get[1]"];
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
        /** Change the password of the signed-in user, or of the owner of a reset token */
        patch: operations["PasswordController_change"];
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
        /** Mail a link to choose a new password */
        post: operations["PasswordController_sendReset"];
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
        /** Mail a link that signs in */
        post: operations["LinkController_sendMagicLink"];
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
        /** Mail a link that verifies the email of the signed-in user */
        post: operations["LinkController_sendVerification"];
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
        /** Follow a magic link */
        get: operations["FollowController_openMagicLink"];
        put?: never;
        /** Follow a magic link from the page before it */
        post: operations["FollowController_followMagicLink"];
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
        /** Follow a verification link */
        get: operations["FollowController_openVerification"];
        put?: never;
        /** Confirm an address from the page of a verification link, which proves it */
        post: operations["FollowController_confirmVerification"];
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
        /** Disown an account from the page of a verification link: ends its sessions and voids its password */
        post: operations["FollowController_refuseVerification"];
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
        /** Show the page of an undo link */
        get: operations["FollowController_openUndo"];
        put?: never;
        /** Undo a change of address from the page of an undo link */
        post: operations["FollowController_undo"];
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
        /** List or search the users */
        get: operations["AdminUsersController_list"];
        put?: never;
        /** Make a user */
        post: operations["AdminUsersController_create"];
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
        /** Read a user */
        get: operations["AdminUsersController_get"];
        put?: never;
        post?: never;
        /** Delete a user */
        delete: operations["AdminUsersController_remove"];
        options?: never;
        head?: never;
        /** Change, disable or enable a user */
        patch: operations["AdminUsersController_change"];
        trace?: never;
    };
    "/api/admin/users/{uid}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of a user */
        get: operations["AdminSessionsController_list"];
        put?: never;
        post?: never;
        /** End all sessions of a user */
        delete: operations["AdminSessionsController_endAll"];
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
        /** End one session of a user */
        delete: operations["AdminSessionsController_end"];
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
        /** Make a link without mailing it */
        post: operations["AdminLinksController_create"];
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
        /** Read the event log */
        get: operations["AdminEventsController_list"];
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
        /** List the letters in the outbox */
        get: operations["AdminMessagesController_list"];
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
        /** Send a letter again that was given up, or that waits */
        post: operations["AdminMessagesController_retry"];
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
        /** List the admin tokens */
        get: operations["AdminTokensController_list"];
        put?: never;
        /** Make an admin token */
        post: operations["AdminTokensController_create"];
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
        /** Revoke an admin token */
        delete: operations["AdminTokensController_revoke"];
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
        /** List the signing keys */
        get: operations["AdminKeysController_list"];
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
        /** Let the next signing key take over, as soon as everybody can know it; nobody is signed out */
        post: operations["AdminKeysController_rotate"];
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
        /** Count users, sessions and waiting letters */
        get: operations["StatsController_get"];
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
        /** The public keys of access tokens (RFC 7517) */
        get: operations["DiscoveryController_jwks"];
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
        /** The sessions and users whose access tokens are to be turned away before they expire */
        get: operations["DiscoveryController_revoked"];
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
        /** Whether the process answers */
        get: operations["HealthController_live"];
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
        /** Whether the database is reached, migrated, and the signing keys are loaded */
        get: operations["HealthController_ready"];
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
        /** Import users */
        post: operations["TransferController_takeIn"];
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
        /** Take an import back: remove its users who never signed in */
        delete: operations["TransferController_takeBack"];
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
        /** Export users */
        get: operations["TransferController_giveOut"];
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
            /** @description The email of the account; case does not count. */
            email: string;
            /** @description The password, as it was set. */
            password: string;
        };
        SignedIn: {
            /** Format: uuid */
            uid: string;
            /** @description The access token: a JWT for the Authorization header. */
            token: string;
            /** @description When the access token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description Buys the next access token. */
            refresh_token: string;
            email_verified: boolean;
            /** @description The JSON text of the user, as it was set. */
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
            /** @description Ends the session of this token; left out, all sessions of the user end. */
            refresh_token?: string;
        };
        SessionView: {
            /** Format: uuid */
            session_id: string;
            /** @description The sign-in, in UNIX epoch seconds. */
            created_at: number;
            /** @description The sign-in or the newest refresh, in UNIX epoch seconds; for its user, the full minute before. */
            last_used_at: number;
            /** @description When the refresh token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description The address that signed in. */
            ip: string;
            /** @description What the client called itself at the sign-in. */
            user_agent: string;
            /**
             * @description How the session began.
             * @enum {string}
             */
            method: "password" | "sign_up" | "magic_link";
            /** @description Whether the access token of this request belongs to it. */
            current: boolean;
        };
        SessionList: {
            /** @description Newest first. */
            sessions: components["schemas"]["SessionView"][];
        };
        CreateUserRequest: {
            /**
             * Format: email
             * @description An address in ASCII; case does not count.
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
            /** @description Buys the next access token. */
            refresh_token?: string;
            email_verified?: boolean;
            /** @description The JSON text of the user, as it was set. */
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
            /** @description The newest sign-in, in UNIX epoch seconds. */
            last_login: number | null;
            /** @description False when an administrator has disabled the account. */
            active: boolean;
            email_verified: boolean;
            /** @description The JSON text of the user, as it was set. */
            metadata: string;
        };
        UpdateUserRequest: {
            /**
             * Format: email
             * @description An address in ASCII; case does not count.
             */
            email?: string;
            /**
             * @description Any valid JSON, at most 16 KiB; kept byte for byte.
             * @example {"plan":"pro"}
             */
            metadata?: string;
            /** @description The current password; needed where the sign-in is not recent. Compared only where the email changes. */
            password?: string;
        };
        DeleteUserRequest: {
            /** @description The current password; needed where the sign-in is not recent. */
            password?: string;
        };
        ChangePasswordRequest: {
            /** @description The current password, or the token of a reset link. */
            old_password: string;
            /** @description 8 to 256 characters, not easy to guess, and not the email. */
            new_password: string;
        };
        ResetPasswordRequest: {
            /** @description The address of the account. Whether there is one is not told. */
            email: string;
            /** @description Where the link leads to, with `token` appended; left out, APP_URL. */
            reset_url?: string;
        };
        MagicLinkRequest: {
            /**
             * Format: email
             * @description An address in ASCII; case does not count.
             */
            email: string;
            /**
             * @description Whether following the link creates a user for the address where there is none.
             * @default false
             */
            sign_up?: boolean;
            /** @description Where the link leads to in the end; left out, APP_URL. */
            next_url?: string;
        };
        VerifyEmailRequest: {
            /** @description Where the link leads to in the end; left out, APP_URL. */
            next_url?: string;
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
            /** @description The newest sign-in, in UNIX epoch seconds. */
            last_login: number | null;
            /** @description False when an administrator has disabled the account. */
            active: boolean;
            email_verified: boolean;
            /** @description The JSON text of the user, as it was set. */
            metadata: string;
            /** @description Whether there is a password to sign in with. */
            has_password: boolean;
            /** @description Whether a reader of the mailbox has proved the email. */
            email_proved: boolean;
            /** @description How many sessions can be refreshed. */
            session_count: number;
            /**
             * Format: uuid
             * @description The import that brought the account.
             */
            batch_id: string | null;
        };
        AdminUserList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            users: components["schemas"]["AdminUserView"][];
        };
        AdminCreateUserRequest: {
            /**
             * Format: email
             * @description An address in ASCII; case does not count.
             */
            email: string;
            /** @description 8 to 256 characters, not easy to guess, and not the email. Not beside password_hash. */
            password?: string;
            /** @description A hash that was made elsewhere; without one and without a password, there is none. */
            password_hash?: string;
            /**
             * @description Whether the email counts as verified.
             * @default false
             */
            email_verified?: boolean;
            /** @description Whether a reader of the mailbox has proved the email; left out, as `email_verified`. */
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
            /** @description Any UUID; left out, a new one. */
            uid?: string;
            /** @description When the account was made, at most a day ahead; left out, now. UNIX epoch seconds. */
            created_at?: number;
        };
        AdminCreatedUser: {
            /** Format: uuid */
            uid: string;
        };
        AdminUpdateUserRequest: {
            /**
             * Format: email
             * @description An address in ASCII; case does not count.
             */
            email?: string;
            /** @description Whether the email counts as verified; left out, another email does not. */
            email_verified?: boolean;
            /** @description Whether the user may sign in; false ends all sessions. */
            active?: boolean;
            /**
             * @description Any valid JSON, at most 16 KiB; kept byte for byte.
             * @example {"plan":"pro"}
             */
            metadata?: string;
            /** @description 8 to 256 characters, not easy to guess, and not the email. Ends all sessions. */
            password?: string;
        };
        AdminSessionView: {
            /** Format: uuid */
            session_id: string;
            /** @description The sign-in, in UNIX epoch seconds. */
            created_at: number;
            /** @description The sign-in or the newest refresh, in UNIX epoch seconds; for its user, the full minute before. */
            last_used_at: number;
            /** @description When the refresh token expires, in UNIX epoch seconds. */
            expiry: number;
            /** @description The address that signed in. */
            ip: string;
            /** @description What the client called itself at the sign-in. */
            user_agent: string;
            /**
             * @description How the session began.
             * @enum {string}
             */
            method: "password" | "sign_up" | "magic_link";
        };
        AdminSessionList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            /** @description Newest first. */
            sessions: components["schemas"]["AdminSessionView"][];
        };
        RevokedSessions: {
            /** @description How many sessions have ended. */
            revoked: number;
        };
        CreateLinkRequest: {
            /**
             * @description What the link is good for.
             * @enum {string}
             */
            type: "magic_link" | "verify_email" | "reset_password";
            /**
             * Format: email
             * @description An address in ASCII; case does not count.
             */
            email: string;
            /** @description Where a magic or verification link leads to in the end; left out, APP_URL. */
            next_url?: string;
            /** @description Where a reset link leads to, with `token` appended; left out, APP_URL. */
            reset_url?: string;
            /**
             * @description Whether following a magic link creates a user for the address where there is none.
             * @default false
             */
            sign_up?: boolean;
        };
        CreatedLink: {
            /**
             * Format: uri
             * @description As it would stand in the letter.
             */
            link: string;
            /** @description The token in the link: that of a reset link is the `old_password` of change-password. */
            token: string;
            /** @description When the link expires, in UNIX epoch seconds. */
            expiry: number;
        };
        EventView: {
            /**
             * Format: uuid
             * @description Later events have greater ones.
             */
            id: string;
            /** @enum {string} */
            type: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "user.email_changed" | "user.email_verified" | "user.password_changed" | "user.password_reset" | "user.imported" | "login.succeeded" | "login.failed" | "session.revoked" | "session.reuse_detected" | "link.sent" | "link.used" | "admin.token_created" | "admin.token_revoked" | "admin.key_rotated" | "admin.exported";
            /** @description UNIX epoch seconds. */
            at: number;
            /** @description `user:<uid>`, `admin:<token id>`, `anonymous`, `cli` or `system`. */
            actor: string;
            /**
             * Format: uuid
             * @description The user that it is about.
             */
            uid: string | null;
            /** Format: uuid */
            session_id: string | null;
            /** @description The address that the request came from. */
            ip: string | null;
            /** @description What else there is to know. Of a session that was ended its `reason`: `logout`, `ended` from another session, a new `password`, the first proof of the `address`, or `administrator`. */
            data: {
                [key: string]: unknown;
            };
        };
        EventList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            events: components["schemas"]["EventView"][];
        };
        MessageView: {
            /** Format: uuid */
            id: string;
            /**
             * @description Which letter it is.
             * @example magic-link
             */
            kind: string;
            /** Format: email */
            recipient: string;
            /**
             * @description `failed` is one that was given up.
             * @enum {string}
             */
            status: "queued" | "sent" | "failed";
            /** @description How often it was tried to send it. */
            attempts: number;
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description When a queued one is tried next, in UNIX epoch seconds. */
            due_at: number;
            /** @description UNIX epoch seconds; null if it was not sent. */
            sent_at: number | null;
            /** @description Why the newest try failed. */
            last_error: string | null;
        };
        MessageList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Asks for the next page; null on the last. */
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
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            /** @description Those that are not revoked, newest first. */
            tokens: components["schemas"]["TokenView"][];
        };
        CreateTokenRequest: {
            /** @description Who or what the token is for. */
            name: string;
            /** @description What it may be used for. */
            scopes: ("read" | "write" | "export")[];
            /** @description When the token stops working; left out, it does not. UNIX epoch seconds. */
            expires_at?: number;
        };
        CreatedToken: {
            /** Format: uuid */
            id: string;
            /** @description Shown this once. */
            token: string;
        };
        KeyView: {
            /** @description Named in the header of each token that this key signed. */
            kid: string;
            /** @example ES256 */
            alg: string;
            /**
             * @description `next` is published and will sign, `active` signs, `retired` verifies what it has signed.
             * @enum {string}
             */
            state: "next" | "active" | "retired";
            /** @description UNIX epoch seconds. */
            created_at: number;
            /** @description When it begins or began to sign, in UNIX epoch seconds; null until a rotation is asked for. */
            activates_at: number | null;
        };
        KeyList: {
            /** @description Whether there is another page. */
            has_more: boolean;
            /** @description Asks for the next page; null on the last. */
            next_cursor: string | null;
            /** @description Newest first. */
            keys: components["schemas"]["KeyView"][];
        };
        RotatedKey: {
            /** @description The key that takes over. */
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
            /** @description Letters that wait to be sent. */
            mail_queue: number;
        };
        Jwk: {
            /** @example EC */
            kty: string;
            /** @example P-256 */
            crv: string;
            x: string;
            y: string;
            /** @description Named in the header of each token that this key signed. */
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
            /** @description A JWT, signed like an access token, of `typ` `revocations`: `sessions` that have ended, `users` whose tokens are void that were issued by the time beside them, and `more`, true where the next page is there already. */
            token: string;
            /** @description Asks for what comes after this. Some of it may come again. */
            cursor: string;
        };
        Health: {
            /** @enum {string} */
            status: "live" | "ready";
        };
        FailedLine: {
            /** @description Its number, from 1. */
            line: number;
            /** @enum {string} */
            code: "NOT_AUTHENTICATED" | "INVALID_CREDENTIALS" | "USER_DISABLED" | "USER_NOT_FOUND" | "EMAIL_ALREADY_IN_USE" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_PASSWORD" | "REAUTHENTICATION_REQUIRED" | "INVALID_REFRESH_TOKEN" | "EXPIRED_JWT" | "INVALID_METADATA" | "INVALID_REDIRECT_URL" | "EMAIL_ALREADY_VERIFIED" | "EMAIL_NOT_CONFIGURED" | "INVALID_LINK" | "LINK_EXPIRED" | "LINK_ALREADY_USED" | "INVALID_REQUEST" | "NOT_AUTHORIZED" | "INVALID_HASH" | "UID_ALREADY_IN_USE" | "BATCH_NOT_FOUND" | "MESSAGE_NOT_FOUND" | "TOKEN_NOT_FOUND" | "SESSION_NOT_FOUND" | "NOT_FOUND" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "TOO_MANY_REQUESTS" | "INTERNAL_ERROR" | "UNAVAILABLE";
            message: string;
        };
        ImportResult: {
            /**
             * Format: uuid
             * @description Null for a dry run.
             */
            batch_id: string | null;
            /** @description How many accounts were made; after a dry run, how many would be. */
            created: number;
            /** @description How many lines failed. */
            failed: number;
            /** @description The lines that failed, in their order. */
            results: components["schemas"]["FailedLine"][];
        };
        RemovedBatch: {
            /** @description How many users were removed now. */
            removed: number;
            /** @description How many stay, because they have signed in. */
            kept: number;
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
    MetricsController_read: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED";
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
    "SessionController_logIn[0]": {
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
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_CREDENTIALS" | "USER_DISABLED" | "INVALID_REQUEST";
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
    "SessionController_logIn[1]": {
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
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_CREDENTIALS" | "USER_DISABLED" | "INVALID_REQUEST";
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
    SessionController_refresh: {
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
    SessionController_logOut: {
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
    SessionController_list: {
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
            /** @description NOT_AUTHENTICATED: A valid access token is required in the Authorization header. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED";
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
    SessionController_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
    AccountController_create: {
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
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_METADATA" | "EMAIL_ALREADY_IN_USE" | "INVALID_REQUEST";
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
    "AccountController_get[0]": {
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
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "USER_NOT_FOUND";
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
    AccountController_update: {
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
    AccountController_remove: {
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
    "AccountController_get[1]": {
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
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "USER_NOT_FOUND";
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
    PasswordController_change: {
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
             *     INVALID_REQUEST: The request could not be understood.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "INVALID_PASSWORD" | "WEAK_PASSWORD" | "INVALID_REQUEST";
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
    PasswordController_sendReset: {
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
             * @description INVALID_REDIRECT_URL: The URL to go back to is not an allowed one.
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
    LinkController_sendMagicLink: {
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
            /** @description Done; the body is empty. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description INVALID_EMAIL: The email is not a valid address.
             *
             *     INVALID_REDIRECT_URL: The URL to go back to is not an allowed one.
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
    LinkController_sendVerification: {
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
             *     INVALID_REDIRECT_URL: The URL to go back to is not an allowed one.
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
    FollowController_openMagicLink: {
        parameters: {
            query: {
                /** @description As it stands in the mailed link. */
                token: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button, where one comes before the link is followed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to `next_url`; there `error` and `message` say what went wrong. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_LINK: This link is not valid. Please ask for a new one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK";
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
    FollowController_followMagicLink: {
        parameters: {
            query: {
                /** @description As it stands in the mailed link. */
                token: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to `next_url`; there `error` and `message` say what went wrong. */
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
        };
    };
    FollowController_openVerification: {
        parameters: {
            query: {
                /** @description As it stands in the mailed link. */
                token: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button, where one comes before the link is followed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to `next_url`; there `error` and `message` say what went wrong. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_LINK: This link is not valid. Please ask for a new one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK";
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
    FollowController_confirmVerification: {
        parameters: {
            query: {
                /** @description As it stands in the mailed link. */
                token: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to `next_url`; there `error` and `message` say what went wrong. */
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
        };
    };
    FollowController_refuseVerification: {
        parameters: {
            query: {
                /** @description As it stands in the mailed link. */
                token: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to `next_url`; there `error` and `message` say what went wrong. */
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
        };
    };
    FollowController_openUndo: {
        parameters: {
            query: {
                /** @description As it stands in the mailed link. */
                token: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page with a button, where one comes before the link is followed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description On to `next_url`; there `error` and `message` say what went wrong. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description INVALID_LINK: This link is not valid. Please ask for a new one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "INVALID_LINK";
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
    FollowController_undo: {
        parameters: {
            query: {
                /** @description As it stands in the mailed link. */
                token: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On to `next_url`; there `error` and `message` say what went wrong. */
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
        };
    };
    AdminUsersController_list: {
        parameters: {
            query?: {
                /** @description The most entries to answer with. */
                limit?: number;
                /** @description The `next_cursor` of the page before; left out for the first page. */
                cursor?: string;
                /** @description Exactly this email; case does not count. */
                email?: string;
                /** @description What the email begins with; case does not count. */
                search?: string;
                /** @description Whether the user may sign in. */
                active?: boolean;
                /** @description Whether the email is verified. */
                email_verified?: boolean;
                /** @description Made in this second, or later, in UNIX epoch seconds. */
                created_after?: number;
                /** @description Made before this second, in UNIX epoch seconds. */
                created_before?: number;
                /** @description Oldest or newest first. Left out, newest first, and a search by email. */
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminUsersController_create: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     WEAK_PASSWORD: The password is too weak.
             *
             *     INVALID_HASH: The password hash is none that can be taken over.
             *
             *     INVALID_METADATA: The metadata must be a string of valid JSON, at most 16 KiB long.
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
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "INVALID_EMAIL" | "WEAK_PASSWORD" | "INVALID_HASH" | "INVALID_METADATA" | "EMAIL_ALREADY_IN_USE" | "UID_ALREADY_IN_USE" | "INVALID_REQUEST";
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
    AdminUsersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
             *
             *     USER_NOT_FOUND: There is no such user.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED" | "USER_NOT_FOUND";
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
    AdminUsersController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminUsersController_change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminSessionsController_list: {
        parameters: {
            query?: {
                /** @description The most entries to answer with. */
                limit?: number;
                /** @description The `next_cursor` of the page before; left out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminSessionsController_endAll: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminSessionsController_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminLinksController_create: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
             *
             *     INVALID_EMAIL: The email is not a valid address.
             *
             *     INVALID_REDIRECT_URL: The URL to go back to is not an allowed one.
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
    AdminEventsController_list: {
        parameters: {
            query?: {
                /** @description The most entries to answer with. */
                limit?: number;
                /** @description The `next_cursor` of the page before, or the id of an event, behind which the list goes on; left out for the first page. */
                after?: string;
                /** @description Only events of this type. */
                type?: "user.created" | "user.updated" | "user.deleted" | "user.disabled" | "user.enabled" | "user.email_changed" | "user.email_verified" | "user.password_changed" | "user.password_reset" | "user.imported" | "login.succeeded" | "login.failed" | "session.revoked" | "session.reuse_detected" | "link.sent" | "link.used" | "admin.token_created" | "admin.token_revoked" | "admin.key_rotated" | "admin.exported";
                /** @description Only events about this user, who need not exist any more. */
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminMessagesController_list: {
        parameters: {
            query?: {
                /** @description The most entries to answer with. */
                limit?: number;
                /** @description The `next_cursor` of the page before; left out for the first page. */
                cursor?: string;
                /** @description Only letters that have come so far. */
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminMessagesController_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminTokensController_list: {
        parameters: {
            query?: {
                /** @description The most entries to answer with. */
                limit?: number;
                /** @description The `next_cursor` of the page before; left out for the first page. */
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminTokensController_create: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminTokensController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminKeysController_list: {
        parameters: {
            query?: {
                /** @description The most entries to answer with. */
                limit?: number;
                /** @description The `next_cursor` of the page before; left out for the first page. */
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    AdminKeysController_rotate: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    StatsController_get: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED";
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
    DiscoveryController_jwks: {
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
    DiscoveryController_revoked: {
        parameters: {
            query?: {
                /** @description The `cursor` of the answer before; left out, all that still matters. */
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
            /** @description It is what the client has already. */
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
    HealthController_live: {
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
    HealthController_ready: {
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
    TransferController_takeIn: {
        parameters: {
            query?: {
                /** @description Only find out what would happen. */
                dry_run?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description On each line a body as `POST /api/admin/users` takes it; of any length. */
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    TransferController_takeBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
    TransferController_giveOut: {
        parameters: {
            query?: {
                /** @description Whether each line of a user with a password has its hash. */
                include_hashes?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description On each line a user as an import reads it. */
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
             *     NOT_AUTHORIZED: The admin token has not the scope that this needs.
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
}
