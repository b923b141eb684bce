import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExportedFile } from '../../../shared/contracts/export.ts';
import { batchFile } from '../../data/batches.ts';
import { fail } from '../../lib/notices.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';

export type FormatChoice<Format extends string> = { value: Format; label: string };

export function FormatSelect<Format extends string>(props: {
  label: string;
  value: Format;
  onChange: (format: Format) => void;
  children: ReactNode;
}) {
  return (
    <Select
      aria-label={props.label}
      className="w-auto!"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value as Format)}
    >
      {props.children}
    </Select>
  );
}

export const FormatOptions = ({ of }: { of: readonly FormatChoice<string>[] }) =>
  of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

type Exportable = Pick<ExportedFile, 'path' | 'filename'> & { content_type?: string };

/** Button that has a file exported and saves it, with its origin in front of the name. */
export function ExportButton<Exported extends Exportable>(props: {
  origin: 'REAL' | 'SYNTHETIC';
  variant?: 'primary' | 'secondary';
  size?: 'small';
  exportFile: () => Promise<Exported>;
  onSaved?: (exported: Exported) => void;
  children: ReactNode;
}) {
  const download = useMutation({
    mutationFn: async () => {
      const exported = await props.exportFile();
      const { path, filename, content_type: type } = exported;
      saveFile(await batchFile(path), `${props.origin}-${filename}`, type);
      props.onSaved?.(exported);
    },
    onError: (error) => fail('Export Failed', error),
  });
  return (
    <Button
      variant={props.variant ?? 'secondary'}
      {...(props.size && { size: props.size })}
      busy={download.isPending}
      busyLabel="Preparing..."
      onClick={() => download.mutate()}
    >
      <Download aria-hidden /> {props.children}
    </Button>
  );
}
