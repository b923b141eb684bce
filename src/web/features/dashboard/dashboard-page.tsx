import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { PageBody } from '../../components/page-body.tsx';
import { countsQuery, NO_COUNTS } from '../../data/counts.ts';
import { pendingQuery } from '../../data/exception-batches.ts';
import { growthQuery } from '../../data/growth.ts';
import { useProfile } from '../../data/profile.ts';
import type { PreferredMode } from '../../data/rows.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { CountCards } from './count-cards.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { modeOf } from './modes.ts';
import { OnboardingDialog } from './onboarding-dialog.tsx';
import { SyntheticPanel } from './synthetic-panel.tsx';
import { WaitingDecisions } from './waiting-decisions.tsx';

const RealPanel = lazy(() =>
  import('./real-panel.tsx').then((file) => ({ default: file.RealPanel })),
);
const BlendPanel = lazy(() =>
  import('./blend-panel.tsx').then((file) => ({ default: file.BlendPanel })),
);

export const firstQueries = () => [countsQuery, growthQuery, pendingQuery];

export function DashboardPage() {
  const profile = useProfile();
  const mode = modeOf(profile.data);
  return (
    <>
      <PageHead page="/dashboard" action={profile.data && <ModeSwitch mode={mode} />}>
        Overview of your data, running jobs and open decisions.
      </PageHead>
      <PageBody>
        <DashboardBody mode={mode} />
      </PageBody>
    </>
  );
}

function DashboardBody({ mode }: { mode: PreferredMode }) {
  const counts = useQuery(countsQuery);
  const shown = counts.data ?? NO_COUNTS;
  return (
    <>
      <FirstSteps />
      <CountCards counts={counts.isError ? counts.data : shown} />
      {counts.isError && (
        <p role="alert" className="-mt-4 mb-8 flex flex-wrap items-center gap-3 text-danger">
          The counts could not be loaded: {messageOf(counts.error)}
          <Button size="small" onClick={() => void counts.refetch()}>
            Try again
          </Button>
        </p>
      )}
      <WaitingDecisions />
      {mode === 'synthetic' && <SyntheticPanel counts={shown} ready={counts.isSuccess} />}
      {mode !== 'synthetic' && (
        <Suspense fallback={<SkeletonRows />}>
          {mode === 'real' ? <RealPanel /> : <BlendPanel />}
        </Suspense>
      )}
      <OnboardingDialog />
    </>
  );
}
