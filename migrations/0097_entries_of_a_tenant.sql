-- A tenant's entries by their kind, and the first signature from outside over an entry.
reset role;
set local role :log;
create index leaves_kind on log.leaves (organization, kind, seq);
create index outside_signatures_size on log.outside_signatures (size);
reset role;
set local role :owner;
