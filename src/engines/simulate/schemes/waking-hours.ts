import { fromTable, histogramTable } from '../../random/quantile-table.ts';
import { UINT32_RANGE } from '../../random/stream.ts';
import { hourProfiles } from '../events/hours.ts';

const waking = histogramTable(hourProfiles.online, 0, 86_399);

/** Maps a uniform time of day to banking hours, preserving order. */
export function atWakingHour(time: number): number {
  const second = time % 86_400;
  return (
    time - second + Math.floor(fromTable(waking, Math.floor((second / 86_400) * UINT32_RANGE)))
  );
}
