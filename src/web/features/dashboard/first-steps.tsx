import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Circle } from 'lucide-react';
import { organizationsQuery } from '../../data/organizations.ts';
import { useSuperadmin } from '../../data/profile.ts';
import { usersQuery } from '../../data/users.ts';
import { Card, CardHead } from '../../ui/card.tsx';

/** Setup steps for a superadmin, shown until members can sign in. */
export function FirstSteps() {
  const isSuperadmin = useSuperadmin().data === true;
  const organizations = useQuery({ ...organizationsQuery, enabled: isSuperadmin });
  const users = useQuery({ ...usersQuery, enabled: isSuperadmin });
  if (!isSuperadmin || !organizations.data || !users.data) return null;
  const members = users.data.filter((user) => user.org_id !== null).length;
  const hasOrganization = organizations.data.length > 0;
  if (hasOrganization && members > 1) return null;
  const steps = [
    {
      title: 'Create an organization',
      text: 'Its members share one workspace. Superadmins can’t see its data.',
      done: hasOrganization,
    },
    {
      title: 'Create its users',
      text: 'At least two administrators: with maker-checker on, users can’t decide on their own work.',
      done: members > 1,
    },
    {
      title: 'Share the temporary passwords',
      text: 'Members sign in, upload data, and generate and review batches.',
      done: false,
    },
  ];
  return (
    <Card aria-labelledby="first-steps" className="mb-8">
      <CardHead id="first-steps" title="First steps" />
      <ol className="divide-y divide-line border-t border-line">
        {steps.map(({ title, text, done }) => (
          <li key={title} className="flex items-start gap-3 px-5 py-3">
            {done ? (
              <Check aria-label="Done" className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <Circle aria-label="To do" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
            )}
            <span>
              {done ? (
                title
              ) : (
                <Link to="/users" className="link">
                  {title}
                </Link>
              )}
              <span className="block text-ink-soft">{text}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
