import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import type { ColumnKind } from '../../shared/column-kinds.ts';
import type { ColumnForm, ColumnLayout } from '../../shared/column-layout.ts';
import type {
  ColumnMapping,
  DatasetRules,
  SignRule,
  StatementRole,
} from '../../shared/column-mapping.ts';
import { sha256Hex } from '../provenance/sha256.ts';

/** Shape of a file, by which a recipe is matched to it. */
export type FileShape = {
  /** Column names; null without a header line. */
  header: string[] | null;
  columns: number;
  /** Column delimiter; null for Parquet. */
  delimiter: string | null;
};

/** Reading instructions for one bank's files: detected in one file and corrected by users. */
export type Recipe = {
  version: 1;
  match: FileShape;
  /** Lines above and below the table in the recipe's source file; detected again in others. */
  skip: { before: number; after: number };
  columns: {
    name: string;
    role: StatementRole;
    /** Kind that a user declared. */
    kind?: ColumnKind | undefined;
    layout: { type: ColumnLayout['type']; form: ColumnForm; nullWords: string[] };
  }[];
  sign: SignRule | null;
  entity: string | null;
  order: string | null;
  /** Rules of the user; missing without any. */
  rules?: DatasetRules | undefined;
  /** SHA-256 of the canonical JSON of all other fields. */
  sha256: string;
};

const hashOf = (recipe: Omit<Recipe, 'sha256'>): string =>
  sha256Hex(canonicalJson(recipe as unknown as Json));

export function makeRecipe(file: {
  shape: FileShape;
  skip: Recipe['skip'];
  layouts: readonly ColumnLayout[];
  mapping: ColumnMapping;
  kinds?: Readonly<Record<string, ColumnKind>>;
  rules?: DatasetRules | null | undefined;
}): Recipe {
  const { shape, skip, layouts, mapping, kinds = {}, rules } = file;
  const recipe: Omit<Recipe, 'sha256'> = {
    version: 1,
    match: shape,
    skip,
    columns: mapping.columns.map(({ name, role }, i) => {
      const { type, form, nullWords } = layouts[i]!;
      const kind = Object.hasOwn(kinds, name) ? { kind: kinds[name] } : {};
      return { name, role, ...kind, layout: { type, form, nullWords } };
    }),
    sign: mapping.sign,
    entity: mapping.entity,
    order: mapping.order,
    ...(rules && { rules }),
  };
  return { ...recipe, sha256: hashOf(recipe) };
}

/**
 * Adds the hash to a recipe; recipes edited by hand have none.
 *
 * @returns null if the recipe has a hash that does not match
 */
export function sealRecipe({
  sha256,
  ...recipe
}: Omit<Recipe, 'sha256'> & { sha256?: string | undefined }): Recipe | null {
  const actual = hashOf(recipe);
  return sha256 === undefined || sha256 === actual ? { ...recipe, sha256: actual } : null;
}

const trimmed = (names: readonly string[] | null) => names?.map((name) => name.trim()) ?? null;

/** Returns true if a file has the recipe's columns (by name or number) and delimiter. */
export function isRecipeFor(recipe: Pick<Recipe, 'match'>, shape: FileShape): boolean {
  const { match } = recipe;
  return (
    match.columns === shape.columns &&
    match.delimiter === shape.delimiter &&
    JSON.stringify(trimmed(match.header)) === JSON.stringify(trimmed(shape.header))
  );
}

export const mappingOf = ({ columns, sign, entity, order }: Recipe): ColumnMapping => ({
  columns: columns.map(({ name, role }) => ({ name, role })),
  sign,
  entity,
  order,
});

/** Returns the kinds that a recipe declares, by the names of a file's columns. */
export const kindsOf = (
  { columns }: Recipe,
  names: readonly string[] = columns.map(({ name }) => name),
): Record<string, ColumnKind> =>
  Object.fromEntries(columns.flatMap(({ kind }, i) => (kind ? [[names[i]!, kind]] : [])));
