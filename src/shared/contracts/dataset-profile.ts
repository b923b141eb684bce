/** What a column can be taken for; see the engine's page on learning a table. */
const DATASET_ROLES = ['feature', 'key', 'reference', 'personal', 'text', 'ignored'] as const;
export type DatasetRole = (typeof DATASET_ROLES)[number];

/** What was found in each column before anything is learned, and what it is proposed to be for. */
export type DatasetProfile = {
  /** Rows looked at: of a long file an even share. */
  rows: number;
  columns: {
    name: string;
    type: string;
    role: DatasetRole;
    personal: string | null;
    keyCandidate: boolean;
    nulls: number;
    distinct: number;
    min: string | null;
    max: string | null;
    bins: { label: string; count: number }[];
  }[];
  /** Whose sequences the rows hold, and the balance that runs through them. */
  sequence: {
    entity: string;
    time: string;
    entities: number;
    balance: { column: string; amount: string; share: number } | null;
  } | null;
  /** A column that names too few accounts or customers to learn from; absent in profiles of before. */
  fewEntities?: { column: string; entities: number } | null;
  /** A column that seems to name whose row each is, where no date orders them; absent in profiles of before. */
  flatEntity?: string | null;
  /** Columns whose each value stands with one value of another; absent in profiles of before. */
  dependencies?: { from: string; to: string; values: number }[];
  /** Years, ages and birthdays that follow from other columns, in words; absent in profiles of before. */
  laws?: string[];
  /** Dates of which one is never after the other; absent in profiles of before. */
  dateOrders?: { first: string; second: string; rows: number }[];
};
