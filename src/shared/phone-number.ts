/** Normalizes a phone number to E.164 digits without the plus; null if it is invalid. */
export function phoneNumber(text: string): string | null {
  const digits = text.replace(/[\s()-]/g, '');
  return /^\+?[1-9]\d{6,14}$/.test(digits) ? digits.replace('+', '') : null;
}

export const PHONE_INVALID =
  'Enter the phone number with its country code, such as +44 20 7946 0018.';
