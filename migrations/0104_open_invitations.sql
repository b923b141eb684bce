-- When a user was invited, and until when the link of the last mail opens; empty while no mail has left.
alter table auth.users add column invited_at timestamptz, add column invitation_expires_at timestamptz;
update auth.users u set invited_at = u.created_at, invitation_expires_at = u.created_at + interval '72 hours'
 where u.encrypted_password is null
   and not exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email')
   and exists (select from audit.events e where e.action = 'user.created' and e.object_id = u.id::text
                  and e.detail ->> 'invited' = 'true');
