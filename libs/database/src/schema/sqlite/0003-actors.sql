-- Finds what somebody has done: the answer to a theft asks for it.
CREATE INDEX events_actor ON events (actor, type, id);
