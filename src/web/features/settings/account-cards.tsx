import { EventsCard } from './events-card.tsx';
import { IdentitiesCard } from './identities-card.tsx';
import { SecondFactorsCard } from './second-factors-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TruthCard } from './truth-card.tsx';

export function AccountCards() {
  return (
    <div className="mt-6 max-w-4xl space-y-6">
      <SecondFactorsCard />
      <SessionsCard />
      <IdentitiesCard />
      <EventsCard />
      <TruthCard />
    </div>
  );
}
