import type { ColumnLayout } from '../../shared/column-layout.ts';
import { AppError } from '../../shared/errors.ts';
import { openChoices } from '../../shared/layouts/infer-forms.ts';

/** File read for generation; `layout` is null in datasets written by version 0.1. */
type ReadFile = {
  filename: string;
  layout: readonly ColumnLayout[] | null;
  template: string | null;
};

/**
 * Rejects files with columns that can be read in several ways, with each column's choices. Files of
 * the template are read as specified.
 *
 * @throws AppError confirmation_needed (409)
 */
export function refuseOpenForms(files: readonly ReadFile[]): void {
  const open = files
    .filter(({ template }) => template === null)
    .flatMap(({ filename, layout }) =>
      openChoices(layout ?? []).map((choice) => ({ filename, ...choice })),
    );
  if (open.length === 0) return;
  const questions = open.map(
    ({ filename, column, choices }) =>
      `${files.length > 1 ? `${filename}, ` : ''}${column}: ${choices.join(' or ')}`,
  );
  throw new AppError(
    'confirmation_needed',
    `${open.length === 1 ? 'One column' : `${open.length} columns`} can be read in more than one way. Choose each format with Map columns first. ${questions.join('; ')}.`,
    { detail: { open } },
  );
}
