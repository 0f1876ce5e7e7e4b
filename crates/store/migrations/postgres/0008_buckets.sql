-- How much one client has asked of all processes. What can be lost without harm: after a crash of the database everybody's share is whole.
CREATE UNLOGGED TABLE bucket (
    client   TEXT        NOT NULL PRIMARY KEY, -- a salted hash of what the share is of, never an address
    empty_at TIMESTAMPTZ NOT NULL              -- when it was, or will be, empty: everything follows from this one moment
);
