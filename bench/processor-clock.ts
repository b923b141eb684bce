/** Milliseconds of processor, so that what else runs counts less. */
export function processorClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
