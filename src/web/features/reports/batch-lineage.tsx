import { Copy, Download } from 'lucide-react';
import { batchTitle, kindOf, manifestOf, protectionOf } from '../../data/batch-facts.ts';
import { isManifestChanged, manifestHash } from '../../data/manifest-hash.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, shortId } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { conditionsOf } from './findings.ts';
import { SourceOpening } from './source-opening.tsx';

type Step = {
  title: string;
  facts: [string, string | undefined][];
  hash?: string | undefined;
  /** Dataset behind the commitment in `hash`. */
  opens?: string | undefined;
};

export function BatchLineage({ batch }: { batch: GenerationLog }) {
  const [copied, copy] = useCopy();
  if (batch.manifest === null) {
    return (
      <Card>
        <EmptyState title="No manifest yet">
          A manifest is written when the batch is complete.
        </EmptyState>
      </Card>
    );
  }
  const json = JSON.stringify(batch.manifest, null, 2);
  return (
    <div className="space-y-6">
      <ol className="overflow-hidden rounded-md border border-line bg-surface">
        {stepsOf(batch).map((step, i) => (
          <li
            key={step.title}
            className="flex gap-4 border-b border-line px-5 py-4 last:border-b-0"
          >
            <span className="figure-serif w-5 shrink-0 text-ink-soft">{i + 1}</span>
            <div className="min-w-0 flex-1">
              <h2 className="text-base wrap-anywhere">{step.title}</h2>
              <p className="mt-0.5 text-ink-soft wrap-anywhere">
                {step.facts
                  .filter(([, value]) => value !== undefined && value !== '')
                  .map(([name, value]) => (name === '' ? value : `${name} ${value}`))
                  .join(' · ')}
              </p>
              {step.hash && (
                <p className="mt-1 text-xs text-ink-soft">
                  {step.opens ? 'Commitment' : 'SHA-256'}{' '}
                  <CopyId
                    id={step.hash}
                    shown={`${step.hash.slice(0, 16)}…`}
                    what={`${step.opens ? 'Commitment' : 'SHA-256'} of step ${i + 1}`}
                  />
                </p>
              )}
              {step.opens && <SourceOpening datasetId={step.opens} />}
            </div>
          </li>
        ))}
      </ol>
      <details className="rounded-md border border-line bg-surface">
        <summary className="cursor-pointer px-5 py-3">Manifest as JSON</summary>
        <div className="space-y-3 border-t border-line px-5 py-4">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void copy(json)}>
              <Copy aria-hidden /> {copied ? 'Copied' : 'Copy JSON'}
            </Button>
            <Button
              onClick={() =>
                saveFile(json, `manifest-${shortId(batch.batch_id)}.json`, 'application/json')
              }
            >
              <Download aria-hidden /> Download JSON
            </Button>
          </div>
          <ScrollFrame
            label={`Manifest of ${batchTitle(batch)}`}
            className="max-h-[32rem] rounded-md border border-line bg-sunk"
          >
            <pre className="p-4 font-mono text-xs leading-5">{json}</pre>
          </ScrollFrame>
        </div>
      </details>
    </div>
  );
}

function stepsOf(batch: GenerationLog): Step[] {
  const manifest = manifestOf(batch);
  const { source, request = {}, engine, seed, files = [], notes = {} } = manifest;
  const kind = kindOf(batch);
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const generation: Step =
    kind === 'simulated'
      ? {
          title: 'Simulated',
          facts: [
            ['preset', text(notes.preset)],
            ['country', text(notes.country)],
            ['from', text(notes.startDate)],
            ['to', text(notes.endDate)],
            ['engine', engine?.version],
            ['seed', seed],
          ],
          hash: text(notes.configurationHash),
        }
      : {
          title: kind === 'blend' ? 'Blended' : 'Model trained',
          facts: [
            ['protection', protectionOf(batch) ?? undefined],
            [
              'learned from',
              notes.learnedFrom ? `${formatCount(notes.learnedFrom)} rows` : undefined,
            ],
            ['real rows', text(request.real)],
            ['engine', engine?.version],
            ['seed', seed],
          ],
          hash: text(notes.modelHash),
        };
  const conditions = conditionsOf(batch);
  return [
    ...(source?.filename
      ? [
          {
            title: source.filename,
            ...(source.commitment === undefined
              ? {
                  facts: [['', `${formatCount(source.records)} rows uploaded`]] as Step['facts'],
                  hash: source.sha256,
                }
              : {
                  facts: [
                    ['', 'the uploaded file, as a keyed commitment; its row count is private'],
                  ] as Step['facts'],
                  hash: source.commitment,
                  opens: source.dataset,
                }),
          },
        ]
      : []),
    ...(source?.bankStateSha256
      ? [
          {
            title: 'Existing simulated bank',
            facts: [['', 'customers and accounts the batch is built on']] as Step['facts'],
            hash: source.bankStateSha256,
          },
        ]
      : []),
    generation,
    ...(conditions ? [{ title: 'Conditions', facts: [['', conditions]] as Step['facts'] }] : []),
    ...files.map((file) => ({
      title: `File written: ${file.name}`,
      facts: [
        ['', `${formatCount(file.rows)} rows, ${formatCount(file.bytes)} bytes`],
        ['', 'hashed when written; every download is verified against the hash'],
      ] as Step['facts'],
      hash: file.sha256,
    })),
    ...(text(notes.reportSha256)
      ? [
          {
            title: 'Measured',
            facts: [['', 'quality and privacy report']] as Step['facts'],
            hash: text(notes.reportSha256),
          },
        ]
      : []),
    {
      title: 'Sealed',
      facts: [
        ['', 'the manifest of all steps; the seal is drawn from its hash'],
        [
          'changed since it was sealed with',
          isManifestChanged(batch) ? manifest.sha256 : undefined,
        ],
      ],
      hash: manifestHash(batch) ?? undefined,
    },
  ];
}
