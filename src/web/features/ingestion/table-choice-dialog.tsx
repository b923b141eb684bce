import { useState } from 'react';
import type { TableChoice } from '../../../shared/file-tables.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';

/** Asks which table of a file to read: a sheet of a workbook, or a list in JSON records. */
export function TableChoiceDialog(props: {
  filename: string;
  choice: TableChoice;
  onAll: () => void;
  onTable: (name: string) => void;
  onCancel: () => void;
}) {
  const { tables, notices } = props.choice;
  // Tables count from 0; the empty value is all of them, as a table can have any name.
  const [chosen, setChosen] = useState('');
  const upload = () => {
    const table = chosen === '' ? undefined : tables[Number(chosen)];
    if (table === undefined) props.onAll();
    else props.onTable(table.name);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onCancel()}
      title={`${props.filename} has ${tables.length} tables`}
      description="Nothing was stored. Upload all as linked tables, or one of them as a dataset."
      footer={
        <>
          <Button onClick={props.onCancel}>Cancel upload</Button>
          <Button variant="primary" onClick={upload}>
            Upload
          </Button>
        </>
      }
    >
      <SelectField
        label="Tables"
        value={chosen}
        placeholder="All, as linked tables"
        options={tables.map(({ name }, i) => ({ value: String(i), label: name }))}
        onChange={setChosen}
      />
      {notices.map((notice) => (
        <p key={notice} className="mt-2 text-ink-soft">
          {notice}.
        </p>
      ))}
    </Dialog>
  );
}
