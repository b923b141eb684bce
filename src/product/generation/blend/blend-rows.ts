import { personalKindByName } from '../../../engines/meaning/persons/personal-kind.ts';
import { type ColumnRole, fixedRole } from '../../../engines/meaning/roles/column-role.ts';
import type { RandomStream } from '../../../engines/random/stream.ts';
import { isIdentifierName } from '../../../shared/layouts/identifier-name.ts';

export type TextTable = { names: string[]; columns: (string | null)[][]; rows: number };

const ORIGINS = { real: 'real', synthetic: 'synthetic' } as const;

/** Returns a name for the origin column that the file does not use. */
function originColumn(names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.trim().toLowerCase()));
  let name = 'origin';
  for (let i = 2; taken.has(name); i++) name = `origin_${i}`;
  return name;
}

/** Picks distinct positions from 0 to total - 1 in random order (Fisher-Yates). */
export function pickPlaces(total: number, count: number, stream: RandomStream): Uint32Array {
  const places = Uint32Array.from({ length: total }, (_, i) => i);
  for (let i = 0; i < count; i++) {
    const j = i + stream.below(total - i);
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places.subarray(0, count);
}

/** Empties personal data and text; encodes keys and references, so that accounts stay together. */
function withoutIdentifiers(
  values: readonly (string | null)[],
  role: ColumnRole,
): (string | null)[] {
  if (role === 'feature') return [...values];
  if (role === 'personal' || role === 'text') return values.map(() => null);
  const codes = new Map<string, string>();
  return values.map((value) => {
    if (value === null || value === '') return null;
    let code = codes.get(value);
    if (code === undefined) {
      code = `R${String(codes.size + 1).padStart(7, '0')}`;
      codes.set(value, code);
    }
    return code;
  });
}

/** Returns the role for removal; an identifier-like name counts as much as the detected role. */
export function removalRole(name: string, role: ColumnRole | undefined): ColumnRole {
  if (role !== undefined && role !== 'feature') return role;
  if (personalKindByName(name) !== null) return 'personal';
  return isIdentifierName(name) ? 'reference' : 'feature';
}

export function blendRows(
  real: TextTable,
  {
    synthetic,
    roles,
    stream,
  }: { synthetic: TextTable; roles: Readonly<Record<string, ColumnRole>>; stream: RandomStream },
): TextTable {
  const rows = real.rows + synthetic.rows;
  const order = pickPlaces(rows, rows, stream);
  const columns = real.names.map((name, i) => {
    const cleared = withoutIdentifiers(real.columns[i]!, removalRole(name, fixedRole(roles, name)));
    const made = synthetic.columns[i]!;
    return Array.from(order, (at) =>
      at < real.rows ? cleared[at]! : (made[at - real.rows] ?? null),
    );
  });
  const origins = Array.from(order, (at) => (at < real.rows ? ORIGINS.real : ORIGINS.synthetic));
  return { names: [...real.names, originColumn(real.names)], columns: [...columns, origins], rows };
}
