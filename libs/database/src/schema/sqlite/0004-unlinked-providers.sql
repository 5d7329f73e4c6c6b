-- An unlinked identity bars its provider for the user, whatever the subject there.
ALTER TABLE users
  ADD COLUMN unlinked_providers text; -- providers of which an identity was unlinked, separated by blanks: no identity there is linked by its address alone; null for none

UPDATE users SET unlinked_providers = (
  SELECT group_concat(provider_id, ' ')
  FROM (SELECT DISTINCT uid, provider_id FROM unlinked_identities ORDER BY provider_id) unlinked WHERE unlinked.uid = users.uid
) WHERE uid IN (SELECT uid FROM unlinked_identities);

DROP TABLE unlinked_identities;
