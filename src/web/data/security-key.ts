import { check, ServiceError } from '../lib/service-error.ts';

const ADDING: Record<string, string> = {
  InvalidStateError: 'This security key is already registered for your account.',
  NotAllowedError:
    'No security key was added: the request was cancelled or timed out. Try again and confirm on the key.',
};
const USING: Record<string, string> = {
  NotAllowedError:
    'No security key of this account answered: the request was cancelled, timed out, or the key is not registered here. Use a registered key or sign in another way.',
};

type Answer = Parameters<typeof check>[0];

/** Throws if a security key was refused; the browser's own message cites a standard and a link. */
function checkKey(answer: Answer, words: Record<string, string>): void {
  const { error } = answer;
  const explanation = error instanceof Error ? words[error.name] : undefined;
  if (explanation !== undefined) throw new ServiceError(explanation, { cause: error });
  check(answer);
}

export const checkKeyAdded = (answer: Answer): void => checkKey(answer, ADDING);
export const checkKeyUsed = (answer: Answer): void => checkKey(answer, USING);
