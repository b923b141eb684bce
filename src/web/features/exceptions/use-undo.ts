import { useEffect, useState } from 'react';
import { type CaseChoice, type Decision, undoOf, withChoices } from '../../data/case-decisions.ts';

const OFFERED_MS = 10_000;

type Offer = { words: string; restored: CaseChoice[] };

/** Undo of the last decision, for one case or several, offered for ten seconds. */
export function useUndo(options: {
  decisions: readonly Decision[];
  me: { id: string; email: string };
  send: (choices: readonly CaseChoice[]) => void;
}) {
  const { decisions: before, me, send } = options;
  const [offered, setOffered] = useState<Offer | null>(null);
  useEffect(() => {
    if (offered === null) return;
    const timer = setTimeout(() => setOffered(null), OFFERED_MS);
    return () => clearTimeout(timer);
  }, [offered]);
  return {
    offered: offered?.words ?? null,
    offer: (choices: readonly CaseChoice[], words: string) => {
      const after = withChoices(before, choices, me);
      const restored = undoOf(choices, { before, after, me });
      setOffered(restored && { words, restored });
    },
    /** Restores the decisions before; returns the first case. */
    run: (): number | undefined => {
      if (offered === null) return undefined;
      send(offered.restored);
      setOffered(null);
      return offered.restored[0]?.item;
    },
  };
}
