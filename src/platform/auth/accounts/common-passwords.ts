import { dictionary } from '@zxcvbn-ts/language-common';

const COMMON = new Set<string>(dictionary['passwords-common'] as string[]);

/** Whether a password stands on a published list of those that people use most, letter case aside. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
