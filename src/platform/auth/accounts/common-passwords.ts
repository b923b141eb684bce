import { dictionary } from '@zxcvbn-ts/language-common';

const COMMON = new Set<string>(dictionary['passwords-common'] as string[]);

export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
