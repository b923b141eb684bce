import type { Relation } from '../../../engines/synthesize/index.ts';

export type TablesSubject = {
  tableSetId: string;
  filename: string;
  manifestIds: string[];
  tables: { name: string; manifestId: string }[];
  keys: Record<string, string | null>;
  relations: Relation[];
  leaveOrphansOut: boolean;
  settings: { scale: number; mode: 'fidelity' | 'balanced' | 'cautious'; seed: string };
  batches: { id: string; entity: string; manifestId: string }[];
};
