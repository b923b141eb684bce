import { ChevronDown } from 'lucide-react';
import type { InstitutionKind } from '../../../shared/institutions.ts';
import { useInstitution } from '../../data/profile.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { type Sample, sampleTemplate } from './sample-template.ts';

type Item = { sample: Sample; label: string; note: string; file: string };

const CLAIMS: Item = {
  sample: 'claims',
  label: 'Claims Template',
  note: '11 columns, 200 sample claims',
  file: 'claims-template.csv',
};
const MEMBERS: Item = {
  sample: 'members',
  label: 'Members Template',
  note: '8 columns, 200 sample members',
  file: 'members-template.csv',
};
const BANK: readonly Item[] = [
  {
    sample: 'Basic',
    label: 'Basic Transaction Template',
    note: '9 columns, 200 sample rows',
    file: 'basic-transaction-template.csv',
  },
  {
    sample: 'Advanced',
    label: 'Advanced Financial Template',
    note: '19 columns, 200 sample rows',
    file: 'advanced-financial-template.csv',
  },
];
const OFFERED: Record<InstitutionKind, readonly Item[]> = {
  bank: BANK,
  insurer: [CLAIMS, ...BANK],
  credit_union: [MEMBERS, ...BANK],
};

/** Sample files by the organization's kind, its own table first. */
export function TemplateMenu() {
  const offered = OFFERED[useInstitution()];
  return (
    <Menu
      trigger={
        <Button>
          Download Sample CSV <ChevronDown aria-hidden />
        </Button>
      }
    >
      {offered.map(({ sample, label, note, file }) => (
        <MenuItem key={sample} note={note} onSelect={() => saveFile(sampleTemplate(sample), file)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
