import type {
  Given,
  Rebalance,
  Relation,
  SynthesisMode,
  TablesRequest,
} from '../../../engines/synthesize/index.ts';
import type { Json } from '../../../shared/canonical-json.ts';

type Settings = {
  seed: string;
  mode?: SynthesisMode;
  epsilon?: number;
  mechanism?: 'mst' | 'aim';
  public_tables?: string[];
};

type Batches = { id: string; entity: string; manifestId?: string }[];

/** Subject of a run that synthesizes one dataset. */
type DatasetSubject = {
  manifestId: string;
  filename?: string;
  count: number;
  settings: Settings & { given?: Given; rebalance?: Rebalance };
  batches: Batches;
};

/** Subject of a run that synthesizes linked datasets. */
type TablesSubject = {
  tableSetId: string;
  filename: string;
  manifestIds: string[];
  tables: { name: string; manifestId: string }[];
  keys: Record<string, string | null>;
  relations: Relation[];
  leaveOrphansOut: boolean;
  settings: Settings & { scale: number } & Pick<TablesRequest, 'given' | 'rebalance'>;
  /** In the order of the tables. */
  batches: Batches;
};

export type SynthesisSubject = DatasetSubject | TablesSubject;

/** Request of a run: a set of one or several tables. */
export type Synthesis = {
  filename: string | null;
  tables: { name: string; manifestId: string; batchId: string }[];
  /** Keys and relations of linked tables; null for a single one. */
  links: Pick<TablesSubject, 'keys' | 'relations' | 'leaveOrphansOut' | 'manifestIds'> | null;
  size: { count: number } | { scale: number };
  mode: SynthesisMode;
  settings: Settings;
  /** Settings other than the seed, as the manifest states them. */
  request: { [setting: string]: Json };
} & Pick<TablesRequest, 'given' | 'rebalance'>;

const DEFAULT_MODE: SynthesisMode = 'balanced';
/** Name of a single table, and of its file. */
const ALONE = 'transactions';

/** Reads a run's subject, in the form in which it is stored. */
export function synthesisOf(subject: SynthesisSubject): Synthesis {
  const { settings, batches } = subject;
  const { mode = DEFAULT_MODE } = settings;
  const { seed: _seed, ...asked } = settings as Settings & Synthesis['request'];
  if ('tables' in subject) {
    const { filename, tables, keys, relations, leaveOrphansOut, manifestIds } = subject;
    return {
      filename,
      tables: tables.map((table, i) => ({ ...table, batchId: batches[i]!.id })),
      links: { keys, relations, leaveOrphansOut, manifestIds },
      size: { scale: subject.settings.scale },
      mode,
      settings,
      request: { ...asked, mode },
      given: subject.settings.given,
      rebalance: subject.settings.rebalance,
    };
  }
  const { given, rebalance } = subject.settings;
  return {
    filename: null,
    tables: [{ name: ALONE, manifestId: subject.manifestId, batchId: batches[0]!.id }],
    links: null,
    size: { count: subject.count },
    mode,
    settings,
    request: { ...asked, mode, count: subject.count },
    given: given && { [ALONE]: given },
    rebalance: rebalance && { ...rebalance, table: ALONE },
  };
}
