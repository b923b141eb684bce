import { daysFromCivil } from '../../../../shared/civil-date.ts';
import { exponential, naturalLog } from '../../../random/exponential.ts';
import type { RandomStream } from '../../../random/stream.ts';
import { between, pick } from '../../bank/draws.ts';
import { addYears } from '../../world/days.ts';
import { logNormal } from '../../world/draws.ts';
import type { MotorConfiguration, PerilName } from './configuration.ts';
import { type Rating, relativity } from './rating.ts';

/** Day of the prices in the configuration. */
const PRICE_DAY = daysFromCivil(2019, 7, 1);

export const trendAt = ({ trend }: MotorConfiguration, day: number): number =>
  exponential((naturalLog(1 + trend) * (day - PRICE_DAY)) / 365.25);

export type Cover = {
  peril: PerilName;
  /** 0: the vehicle's value. */
  limit: number;
  deductible: number;
  premium: number;
};

/** Vehicle of a chain of renewals; replaced now and then. Value when new, in minor units. */
export type Vehicle = { group: number; age: number; valueNew: number };

export function drawVehicle(stream: RandomStream, day: number, cfg: MotorConfiguration): Vehicle {
  return {
    group: between(stream, 1, 5),
    age: Math.min(between(stream, 0, 13), between(stream, 0, 18)),
    valueNew: Math.round((logNormal(stream, 29_000, 0.35) * trendAt(cfg, day)) / 500) * 50_000,
  };
}

/** Loses 15 % of its value a year; rounded to 50 dollars. */
export function vehicleValue({ valueNew, age }: Vehicle): number {
  let value = valueNew;
  for (let year = 0; year < age; year++) value *= 0.85;
  return Math.max(150_000, Math.round(value / 5000) * 5000);
}

/** Chooses limits and deductibles once; the renewals keep them. */
export function drawChoices(stream: RandomStream, cfg: MotorConfiguration) {
  const names = Object.keys(cfg.perils) as PerilName[];
  return names.map((peril) => ({
    peril,
    limit: pick(stream, cfg.perils[peril].limits) * 100,
    deductible: pick(stream, cfg.perils[peril].deductibles) * 100,
    own: stream.float(),
  }));
}

const isPhysical = (peril: PerilName): boolean =>
  peril === 'collision' || peril === 'comprehensive';

/** Prices the covers of a term: base premium x trend x relativities x limit and deductible factors. */
export function coversOf(
  choices: ReturnType<typeof drawChoices>,
  {
    rating,
    vehicle,
    day,
    cfg,
  }: { rating: Rating; vehicle: Vehicle; day: number; cfg: MotorConfiguration },
): Cover[] {
  const level = relativity(cfg, rating) * trendAt(cfg, day);
  return choices
    .filter(({ peril, own }) => !isPhysical(peril) || own < (vehicle.age < 8 ? 0.93 : 0.4))
    .map(({ peril, limit, deductible }) => {
      const { premium, limits } = cfg.perils[peril];
      const more = isPhysical(peril)
        ? (1 - deductible / 400_000) * (0.6 + 0.4 * Math.min(2, vehicleValue(vehicle) / 1_800_000))
        : 0.86 + 0.07 * limits.indexOf(limit / 100);
      return {
        peril,
        limit: isPhysical(peril) ? vehicleValue(vehicle) : limit,
        deductible,
        premium: Math.round(premium * level * more) * 100,
      };
    });
}

export const termOf = (first: number, term: number): { inception: number; expiry: number } => ({
  inception: addYears(first, term),
  expiry: addYears(first, term + 1),
});
