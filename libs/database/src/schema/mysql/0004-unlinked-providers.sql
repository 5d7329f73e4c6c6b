-- An unlinked identity bars its provider for the user, whatever the subject there.
-- Made anew where an earlier attempt has already dropped it: there is nothing left to copy then.
CREATE TABLE IF NOT EXISTS unlinked_identities (
  uid varchar(36) NOT NULL, -- the user
  provider_id varchar(32) NOT NULL -- the provider
) ENGINE=InnoDB DEFAULT CHARSET=ascii COLLATE=ascii_bin;

ALTER TABLE users
  ADD COLUMN unlinked_providers text; -- providers of which an identity was unlinked, separated by blanks: no identity there is linked by its address alone; null for none

UPDATE users SET unlinked_providers = (
  SELECT GROUP_CONCAT(DISTINCT provider_id ORDER BY provider_id SEPARATOR ' ')
  FROM unlinked_identities WHERE unlinked_identities.uid = users.uid
) WHERE uid IN (SELECT uid FROM unlinked_identities);

DROP TABLE unlinked_identities;
