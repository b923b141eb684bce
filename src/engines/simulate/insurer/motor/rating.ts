import type { MotorConfiguration } from './configuration.ts';

/** Rating factors of a policy, as in its row. */
export type Rating = {
  driverAge: number;
  /** 0 … 9, shown as A … J; by size of the city. */
  territory: number;
  vehicleGroup: number;
  priorClaims: number;
};

/** Returns the product of the relativities of a policy, from which premium and frequency follow. */
export function relativity({ relativities }: MotorConfiguration, rating: Rating): number {
  const { driver_age, territory, vehicle_group, prior_claims } = relativities;
  const age = driver_age.find(([below]) => rating.driverAge < below)!;
  return (
    age[1] *
    territory[rating.territory] *
    vehicle_group[rating.vehicleGroup - 1] *
    prior_claims[Math.min(2, rating.priorClaims)]
  );
}
