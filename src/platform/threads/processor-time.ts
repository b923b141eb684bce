const SAMPLE_MILLISECONDS = 250;
const MICROSECONDS = 1_000_000;

type Meter = { used: number; budget: number; exceeded: () => void };

const meters = new Set<Meter>();
let sampling: NodeJS.Timeout | null = null;
let last = 0;

function usedByProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
}

function sample(): void {
  const now = usedByProcess();
  const share = (now - last) / meters.size;
  last = now;
  for (const meter of [...meters]) {
    meter.used += share;
    if (meter.used <= meter.budget) continue;
    meters.delete(meter);
    meter.exceeded();
  }
}

/**
 * Calls back after work has used its CPU seconds. Native threads can't be measured individually, so
 * the process's CPU time is divided evenly among metered work: other load on the machine does not
 * count, other work of the process counts a little. Returns a function that stops it.
 */
export function meterProcessorTime(budgetSeconds: number, exceeded: () => void): () => void {
  if (sampling === null) {
    last = usedByProcess();
    sampling = setInterval(sample, SAMPLE_MILLISECONDS).unref();
  } else sample();
  const meter: Meter = { used: 0, budget: budgetSeconds, exceeded };
  meters.add(meter);
  return () => {
    meters.delete(meter);
    if (meters.size > 0 || sampling === null) return;
    clearInterval(sampling);
    sampling = null;
  };
}
