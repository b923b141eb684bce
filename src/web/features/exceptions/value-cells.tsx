/** Cells of a file's row; a missing value is shown as one. */
export function ValueCells({ values }: { values: readonly (string | null)[] }) {
  return values.map((value, i) => (
    <td key={i} className="py-1 pr-4 whitespace-nowrap">
      {value ?? <span className="text-ink-soft">empty</span>}
    </td>
  ));
}
