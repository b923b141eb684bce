import { useQuery } from '@tanstack/react-query';
import { TruthSwitch } from '../../components/truth-switch.tsx';
import { membersQuery } from '../../data/cases.ts';
import { useIsAdmin, useProfile } from '../../data/profile.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';

/** Members of an administrator's organization, who may read the ground truth or not. */
export function TruthCard() {
  const isAdmin = useIsAdmin();
  const hasOrganization = Boolean(useProfile().data?.org_id);
  return isAdmin && hasOrganization ? <Members /> : null;
}

function Members() {
  const members = useQuery(membersQuery);
  return (
    <Card aria-labelledby="truth">
      <CardHead id="truth" title="Ground truth">
        Members who may read which simulated rows are crime, and score alerts on them. Detection
        teams should not hold it. Each change is in the audit trail.
      </CardHead>
      <div className="border-t border-line">
        <QueryView query={members} errorTitle="The members could not be loaded" skeletonRows={3}>
          {(rows) => (
            <ul className="divide-y divide-line">
              {rows.map(({ id, email }) => (
                <li key={id} className="flex items-center justify-between gap-3 px-5 py-2.5">
                  <span className="min-w-0 wrap-anywhere">{email}</span>
                  <TruthSwitch id={id} email={email} />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </Card>
  );
}
