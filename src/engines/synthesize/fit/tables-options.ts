import type { Tables } from '../relations/relation.ts';
import type { TablesModel } from '../relations/tables-model.ts';
import type { Omitted } from '../sample/tables-request.ts';
import type { FitOptions } from './fit-options.ts';

export type TablesFitOptions = Pick<
  FitOptions,
  'mode' | 'seed' | 'signal' | 'progress' | 'mostMemory' | 'spread' | 'differentialPrivacy'
> & {
  /** Options of single tables, by name. */
  tables?: Readonly<Record<string, Pick<FitOptions, 'roles' | 'entity' | 'statement' | 'rules'>>>;
  /** Tables before the holdout; used only to count rows of parents, persons and accounts. */
  whole?: Tables;
  /** Omits rows with a dangling parent reference instead of refusing them. */
  leaveOrphansOut?: boolean;
};

export type TablesFit = { model: TablesModel; left: Omitted[] };
