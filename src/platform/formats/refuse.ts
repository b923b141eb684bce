import type { FilePlace } from '../../shared/bank-formats.ts';
import { AppError } from '../../shared/errors.ts';

const MAX_SHOWN = 60;

export const shown = (value: string): string =>
  JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);

export const placeName = ({ line, path }: FilePlace): string =>
  path === null ? `Line ${line}` : `Line ${line}, ${path}`;

export function refuseAt(place: FilePlace, fault: string): never {
  throw new AppError('validation_failed', `${placeName(place)}: ${fault}`, {
    detail: { line: place.line, path: place.path },
  });
}
