import type { MapDatasetAnswer, MapDatasetBody } from '../../shared/contracts/mapping.ts';
import { callFunction } from './call-function.ts';

/** Says what a dataset's columns are for; kept as a recipe where it has a name. */
export const mapDataset = (body: MapDatasetBody): Promise<MapDatasetAnswer> =>
  callFunction<MapDatasetAnswer>('map-dataset', body);
