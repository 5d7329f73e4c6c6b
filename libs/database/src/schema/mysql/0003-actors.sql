-- Finds what somebody has done: the answer to a theft asks for it.
ALTER TABLE events ADD KEY events_actor (actor, type, id);
