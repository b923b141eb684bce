export type Rate = { value: number; error: number };

/** z of a two-sided 95 % interval. */
export const Z95 = 1.959963984540054;

/**
 * Returns Wilson's score interval of `successes` in `n` trials.
 *
 * @param z normal quantile of the confidence level
 * @returns center and half width; both 1/2 if n is 0
 */
export function wilson(successes: number, n: number, z = Z95): Rate {
  if (n === 0) return { value: 0.5, error: 0.5 };
  const value = (successes + (z * z) / 2) / (n + z * z);
  const error = (z / (n + z * z)) * Math.sqrt((successes * (n - successes)) / n + (z * z) / 4);
  return { value, error };
}

/**
 * Returns the excess of an attack's success on training rows over control rows as a share of the
 * possible gain: (attack - control) / (1 - control), with first-order error propagation. Not
 * clipped.
 */
export function residualRisk(attack: Rate, control: Rate): Rate {
  const left = 1 - control.value;
  if (left <= 0) return { value: 0, error: 1 };
  const value = (attack.value - control.value) / left;
  const error = Math.hypot(
    attack.error / left,
    (control.error * (attack.value - 1)) / (left * left),
  );
  return { value, error };
}

export const clip = (value: number): number => Math.min(1, Math.max(0, value));
