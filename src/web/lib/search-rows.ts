export function searchRows<Row extends object>(
  rows: readonly Row[],
  typed: string,
): readonly Row[] {
  const needle = typed.trim().toLowerCase();
  if (needle === '') return rows;
  return rows.filter((row) =>
    Object.entries(row).some(
      ([key, value]) =>
        key !== 'seq' &&
        String(value ?? '')
          .toLowerCase()
          .includes(needle),
    ),
  );
}
