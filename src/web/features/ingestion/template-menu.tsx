import { ChevronDown } from 'lucide-react';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { sampleTemplate } from './sample-template.ts';

export function TemplateMenu() {
  return (
    <Menu
      trigger={
        <Button>
          Download Sample CSV <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuItem
        note="9 columns, 200 sample rows"
        onSelect={() => saveFile(sampleTemplate('Basic'), 'basic-transaction-template.csv')}
      >
        Basic Transaction Template
      </MenuItem>
      <MenuItem
        note="19 columns, 200 sample rows"
        onSelect={() => saveFile(sampleTemplate('Advanced'), 'advanced-financial-template.csv')}
      >
        Advanced Financial Template
      </MenuItem>
    </Menu>
  );
}
