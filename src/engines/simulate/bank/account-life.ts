import type { RandomStream } from '../../random/stream.ts';
import type { Configuration } from '../configuration/schema.ts';
import { NO_DATE } from '../rows/row-batch.ts';
import { type Account, FOREVER } from './account.ts';
import type { Bank } from './bank.ts';
import { businessDayWithin } from './calendar.ts';
import { between } from './draws.ts';

type Life = 'steady' | 'new' | 'dormant' | 'frozen' | 'closed' | 'pending';

export function lifeOf(stream: RandomStream, configuration: Configuration): Life {
  const { openedInWindow, dormant, frozen, closed, pending } = configuration.accounts;
  let draw = stream.float();
  if (draw < openedInWindow) return 'new';
  draw -= openedInWindow;
  if (draw < dormant) return 'dormant';
  draw -= dormant;
  if (draw < frozen) return 'frozen';
  draw -= frozen;
  if (draw < closed) return 'closed';
  draw -= closed;
  return draw < pending ? 'pending' : 'steady';
}

/** Draws a day of the window by the configured parts, not in its last two weeks. */
function openingDay({ window, configuration }: Bank, stream: RandomStream): number {
  const { openings } = configuration.accounts;
  const days = Math.max(1, window.end - 14 - window.start + 1);
  let draw = stream.float() * openings.reduce((sum, one) => sum + one, 0);
  let part = 0;
  while (part < openings.length - 1 && draw >= openings[part]) draw -= openings[part++];
  return window.start + Math.floor(((part + stream.float()) / openings.length) * days);
}

type Cycle = Pick<Account, 'status' | 'history' | 'from' | 'to' | 'closed' | 'opened'>;

function cycleOf(history: Account['history'], from: number, to: number): Cycle {
  const [status, since] = history[history.length - 1];
  const closed = status === 'closed' ? since : NO_DATE;
  return { opened: history[0][1], closed, status, history, from, to };
}

/**
 * Builds a legal chain: pending, active, then dormant (perhaps active again), frozen, closed.
 *
 * @param died day of the owner's death, which freezes the account; -1 for none
 */
export function lifeCycle(
  life: Life,
  {
    opened,
    died = -1,
    bank,
    stream,
  }: { opened: number; died?: number; bank: Bank; stream: RandomStream },
): Cycle {
  const { start, end } = bank.window;
  const activated = opened + between(stream, 0, 3);
  const inside = () => between(stream, start + Math.floor((end - start) / 3), end);
  const begun: Account['history'] = [
    ['pending', opened],
    ['active', activated],
  ];
  if (died >= 0 && died > activated) {
    return cycleOf([...begun, ['frozen', died]], Math.max(start, opened + 1), died - 1);
  }
  // Customers who joined in the window have an account from then on.
  if (opened >= start) return cycleOf(begun, opened + 1, FOREVER);
  switch (life) {
    case 'new': {
      const day = openingDay(bank, stream);
      const history: Account['history'] = [
        ['pending', day],
        ['active', day],
      ];
      return cycleOf(history, day + 1, FOREVER);
    }
    case 'pending': {
      const day = between(stream, Math.max(start, end - 9), end);
      return cycleOf([['pending', day]], FOREVER, -FOREVER);
    }
    case 'dormant': {
      const quiet = Math.max(activated + 180, start - between(stream, 0, 400));
      if (quiet > start) break;
      return cycleOf([...begun, ['dormant', quiet]], FOREVER, -FOREVER);
    }
    case 'frozen': {
      const day = inside();
      return cycleOf([...begun, ['frozen', day]], start, day - 1);
    }
    case 'closed': {
      const day = businessDayWithin(bank.country, start, inside());
      if (day < 0) break;
      return cycleOf([...begun, ['closed', day]], start, day);
    }
    default:
  }
  return cycleOf(begun, start, FOREVER);
}
