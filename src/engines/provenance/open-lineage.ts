import type { Json } from '../../shared/canonical-json.ts';
import type { Manifest } from './manifest.ts';

type JsonObject = { [key: string]: Json };

/** Run that generated a batch, with start and end (ISO 8601). */
export type LineageRun = {
  runId: string;
  batchId: string;
  startedAt: string;
  completedAt: string;
  /** Name of the log, which identifies the sandbox, such as "sandbox.example/log/1a2b3c4d". */
  origin: string;
};

const SPECIFICATION = 'https://openlineage.io/spec';
const EVENT = `${SPECIFICATION}/2-0-2/OpenLineage.json#/$defs/RunEvent`;
const BASE_FACET = `${SPECIFICATION}/2-0-2/OpenLineage.json#/$defs`;
const STATISTICS = `${SPECIFICATION}/facets/1-0-2/OutputStatisticsOutputDatasetFacet.json`;
const VERSION = `${SPECIFICATION}/facets/1-0-1/DatasetVersionDatasetFacet.json`;
const ENGINE = `${SPECIFICATION}/facets/1-1-1/ProcessingEngineRunFacet.json`;

/**
 * Describes the generation of a batch as the two events per run of OpenLineage 2-0-2. A dataset's
 * version is its SHA-256. Training data is an input if the manifest names it; simulated data has
 * none.
 */
export function lineageEvents(run: LineageRun, manifest: Manifest): JsonObject[] {
  const producer = `https://sandbox.invalid/${manifest.engine.name}/${manifest.engine.version}`;
  const facet = (schema: string, fields: JsonObject): JsonObject => ({
    _producer: producer,
    _schemaURL: schema,
    ...fields,
  });
  const version = (sha256: string) => ({
    version: facet(VERSION, { datasetVersion: `sha256:${sha256}` }),
  });
  const { source, seed, engine } = manifest;
  const sha256 = source?.sha256;
  const inputs =
    typeof source?.filename === 'string'
      ? [
          {
            namespace: run.origin,
            name: source.filename,
            facets: typeof sha256 === 'string' ? version(sha256) : {},
          },
        ]
      : [];
  const outputs = manifest.files.map((file) => ({
    namespace: run.origin,
    name: `${run.batchId}/${file.name}`,
    facets: version(file.sha256),
    outputFacets: {
      outputStatistics: facet(STATISTICS, { rowCount: file.rows, size: file.bytes }),
    },
  }));
  const event = (eventType: 'START' | 'COMPLETE', eventTime: string): JsonObject => ({
    eventType,
    eventTime,
    schemaURL: EVENT,
    producer,
    run: {
      runId: run.runId,
      facets: {
        processing_engine: facet(ENGINE, { name: engine.name, version: engine.version }),
        sandbox_manifest: facet(`${BASE_FACET}/RunFacet`, { seed, request: manifest.request }),
      },
    },
    job: { namespace: run.origin, name: `${engine.name} batch`, facets: {} },
    inputs,
    outputs: eventType === 'COMPLETE' ? outputs : [],
  });
  return [event('START', run.startedAt), event('COMPLETE', run.completedAt)];
}
