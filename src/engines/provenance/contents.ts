import { canonicalHash } from './canonical-hash.ts';

type ListedFile = { name: string; bytes: number; sha256: string };

/** Files that a command wrote and how to make them again. The hash at the end is not a signature. */
export type Contents = {
  format: 'sandbox-contents/1';
  /** Command with its arguments, without the names of its inputs and outputs. */
  command: { name: string; arguments: string[] };
  engine: string;
  /** Files that the command read, by role. */
  inputs: { role: string; sha256: string }[];
  files: ListedFile[];
};

export type SealedContents = Contents & { sha256: string };

export const sealContents = (contents: Contents): SealedContents => ({
  ...contents,
  sha256: canonicalHash(contents),
});

/** Returns true if the list matches its own hash. */
export const isWholeContents = ({ sha256, ...contents }: SealedContents): boolean =>
  canonicalHash(contents) === sha256;
