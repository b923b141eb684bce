import type {
  MapDatasetAnswer,
  MapDatasetBody,
  SetDatasetRulesAnswer,
  SetDatasetRulesBody,
} from '../../shared/contracts/mapping.ts';
import { callFunction } from './call-function.ts';

export const mapDataset = (body: MapDatasetBody): Promise<MapDatasetAnswer> =>
  callFunction<MapDatasetAnswer>('map-dataset', body);

export const setDatasetRules = (body: SetDatasetRulesBody): Promise<SetDatasetRulesAnswer> =>
  callFunction<SetDatasetRulesAnswer>('set-dataset-rules', body);
