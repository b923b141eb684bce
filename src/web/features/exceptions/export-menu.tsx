import { Download } from 'lucide-react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { batchCsv, batchJson, type ExportedBatch, exportName } from './export-batch.ts';

export function ExportMenu(exported: ExportedBatch) {
  const save = (contents: string, extension: string, type: string) =>
    saveFile(contents, exportName(exported.batch, extension), type);
  return (
    <Menu
      trigger={
        <Button size="small">
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <MenuItem
        note="One row a case, for a spreadsheet"
        onSelect={() => save(batchCsv(exported), 'csv', 'text/csv')}
      >
        CSV
      </MenuItem>
      <MenuItem
        note="With reasons, threshold, seed and hashes"
        onSelect={() => save(batchJson(exported), 'json', 'application/json')}
      >
        JSON
      </MenuItem>
    </Menu>
  );
}
