/** Running balance computed after all rows are drawn; columns are given by index. */
export type Statement = {
  balance: number;
  movements: { column: number; factor: 1 | -1 }[];
  /** Column that orders the rows; -1 if rows stay in drawn order. */
  time: number;
  newestFirst: boolean;
  mean: number;
};
