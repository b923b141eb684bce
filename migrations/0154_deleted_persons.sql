-- Deleted accounts are listed for superadmins, who can erase their persons.
create index events_of_deletions on audit.events (object_id) where action = 'user.deleted';
