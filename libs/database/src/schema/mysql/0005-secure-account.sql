-- A theft is answered by the time of what was added.

ALTER TABLE users ADD COLUMN password_set_at int unsigned NOT NULL DEFAULT 0; -- time of the newest change or reset of the password; 0 for the one that the account began with
ALTER TABLE users ADD COLUMN mfa_enabled_at int unsigned NOT NULL DEFAULT 0; -- since when sign-ins need a second factor, or did; a pause of a day at most does not count. 0 for never, or since the account began
ALTER TABLE users ADD COLUMN mfa_disabled_at int unsigned NOT NULL DEFAULT 0; -- when the user or an administrator last switched that off; 0 for never, and after the owner has answered a theft
ALTER TABLE links ADD COLUMN about varchar(12); -- of links that secure the account, what the email is about: address, factor, mfa, identity, admin_token or sign_in; null for other links
