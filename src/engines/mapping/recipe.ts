import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import type { ColumnForm, ColumnLayout } from '../../shared/column-layout.ts';
import type { ColumnMapping, SignRule, StatementRole } from '../../shared/column-mapping.ts';
import { sha256Hex } from '../provenance/sha256.ts';

/** What a file is like: by this a recipe is found for the next one. */
export type FileShape = {
  /** The names that the file gives its columns; null where it has no header line. */
  header: string[] | null;
  columns: number;
  /** What parts the columns; null for Parquet. */
  delimiter: string | null;
};

/** How the files of one bank are read: what was found in one of them, and what somebody corrected. */
export type Recipe = {
  version: 1;
  match: FileShape;
  /** Lines above and below the table of the file that the recipe was made of. Those of another are found again. */
  skip: { before: number; after: number };
  columns: {
    name: string;
    role: StatementRole;
    layout: { type: ColumnLayout['type']; form: ColumnForm; nullWords: string[] };
  }[];
  sign: SignRule | null;
  entity: string | null;
  order: string | null;
  /** Of the canonical JSON of all of the above. */
  sha256: string;
};

const hashOf = (recipe: Omit<Recipe, 'sha256'>): string =>
  sha256Hex(canonicalJson(recipe as unknown as Json));

/** Makes the recipe of a file that was read. */
export function makeRecipe(file: {
  shape: FileShape;
  skip: Recipe['skip'];
  layouts: readonly ColumnLayout[];
  mapping: ColumnMapping;
}): Recipe {
  const { shape, skip, layouts, mapping } = file;
  const recipe: Omit<Recipe, 'sha256'> = {
    version: 1,
    match: shape,
    skip,
    columns: mapping.columns.map(({ name, role }, i) => {
      const { type, form, nullWords } = layouts[i]!;
      return { name, role, layout: { type, form, nullWords } };
    }),
    sign: mapping.sign,
    entity: mapping.entity,
    order: mapping.order,
  };
  return { ...recipe, sha256: hashOf(recipe) };
}

/**
 * A recipe with its hash. One that was changed by hand has none yet.
 *
 * @returns null where the hash is another recipe's
 */
export function sealRecipe({
  sha256,
  ...recipe
}: Omit<Recipe, 'sha256'> & { sha256?: string | undefined }): Recipe | null {
  const found = hashOf(recipe);
  return sha256 === undefined || sha256 === found ? { ...recipe, sha256: found } : null;
}

const trimmed = (names: readonly string[] | null) => names?.map((name) => name.trim()) ?? null;

/** Whether the recipe is for files like this one: the same columns by name or number, parted by the same mark. */
export function isRecipeFor(recipe: Pick<Recipe, 'match'>, shape: FileShape): boolean {
  const { match } = recipe;
  return (
    match.columns === shape.columns &&
    match.delimiter === shape.delimiter &&
    JSON.stringify(trimmed(match.header)) === JSON.stringify(trimmed(shape.header))
  );
}

/** What a recipe says of the columns of a file that it is for. */
export const mappingOf = ({ columns, sign, entity, order }: Recipe): ColumnMapping => ({
  columns: columns.map(({ name, role }) => ({ name, role })),
  sign,
  entity,
  order,
});
