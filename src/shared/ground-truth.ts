export const MAY_NOT_READ_TRUTH =
  'You may not read the ground truth of simulated batches. An administrator of your organization grants it under Settings.';
