-- Who made what lasts, and the addresses of a user before.
ALTER TABLE users ADD COLUMN made_by varchar(60); -- administrator who made the account, as events.actor names them; null for a sign-up
ALTER TABLE users ADD COLUMN made_open_at int unsigned; -- when an administrator made the account with a password, a hash, a factor or an identity; null without
ALTER TABLE users ADD COLUMN admin_scopes_by varchar(60); -- who was the last to give admin scopes, as events.actor names them; null for none
ALTER TABLE users ADD COLUMN admin_scopes_at int unsigned; -- when these were given; null for none
ALTER TABLE users ADD COLUMN address_version int unsigned NOT NULL DEFAULT 0; -- grows by one with each change of the address or of email_verified
ALTER TABLE users ADD COLUMN email_before varchar(254); -- the last other address that its owner had proved; null for none
ALTER TABLE users ADD COLUMN email_before_until int unsigned; -- until when emails about the account go there, too; null for never
ALTER TABLE factor_resets ADD COLUMN address_version int unsigned NOT NULL DEFAULT 0; -- users.address_version at the request: after a change the reset is void
ALTER TABLE providers ADD COLUMN made_by varchar(60); -- who added it, as events.actor names them; null if it is not known
ALTER TABLE webhooks ADD COLUMN made_by varchar(60); -- who made it, as events.actor names them; null if it is not known
CREATE INDEX users_made_by ON users (made_by, uid);
