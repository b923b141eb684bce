/** Refusal of private mode for linked tables, shown by page, function and command. */
export const PRIVATE_ONE_TABLE =
  'Mode private supports one table: a person’s rows in several linked tables have no common bound, so no guarantee would hold. Choose another mode, or generate from each table separately.';
