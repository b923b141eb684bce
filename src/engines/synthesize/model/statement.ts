/** A balance that is added up once all rows are drawn; columns by their places. */
export type Statement = {
  balance: number;
  movements: { column: number; factor: 1 | -1 }[];
  /** The column that rows are listed by; -1 where they stand as they are drawn. */
  time: number;
  newestFirst: boolean;
  /** Mean of the balances learned from. */
  mean: number;
};
