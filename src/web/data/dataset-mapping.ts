import type { MapDatasetAnswer, MapDatasetBody } from '../../shared/contracts/mapping.ts';
import { callFunction } from './call-function.ts';

export const mapDataset = (body: MapDatasetBody): Promise<MapDatasetAnswer> =>
  callFunction<MapDatasetAnswer>('map-dataset', body);
