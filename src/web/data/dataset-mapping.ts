import type { MapDatasetAnswer, MapDatasetBody } from '../../shared/contracts/mapping.ts';
import { callFunction } from './call-function.ts';

/** Sets the roles of a dataset's columns, and saves them as a recipe if it has a name. */
export const mapDataset = (body: MapDatasetBody): Promise<MapDatasetAnswer> =>
  callFunction<MapDatasetAnswer>('map-dataset', body);
