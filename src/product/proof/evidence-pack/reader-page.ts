import type { ReadBatch } from './batch-part.ts';
import { type Html, html } from './html.ts';
import { approvalsSection, decisionsSection, evidenceSection } from './reader-governance.ts';
import { entryOf, link, type PageFacts, person, rows } from './reader-parts.ts';

const STYLE = `
body { font: 11pt/1.5 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #15202b }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; border-bottom: 1px solid #7c8790; margin-top: 2rem }
h3 { font-size: 1rem; margin-bottom: .25rem } table { border-collapse: collapse; width: 100% }
th { text-align: left; font-weight: normal; color: #4a5763; width: 12rem }
th, td { padding: .2rem .5rem .2rem 0; vertical-align: top; overflow-wrap: anywhere }
.first { font-weight: bold; border: 1px solid; padding: .6rem } code { font-size: .85em }
@media print { body { margin: 0; max-width: none; font-size: 9.5pt } h2, h3 { break-after: avoid }
  tr, li { break-inside: avoid } a { color: inherit; text-decoration: none } }`;

function sourceText({ manifest }: ReadBatch): string {
  if (manifest === null) return 'Not stated: the batch has no manifest.';
  const { source, engine } = manifest;
  if (source === null) {
    return engine.name.startsWith('simulate')
      ? 'Nothing: simulated, no customer data.'
      : 'Not stated: the manifest names no source.';
  }
  const name = typeof source.filename === 'string' ? source.filename : 'an uploaded file';
  const hash = source.commitment ?? source.sha256;
  return `${name}, ${source.commitment === undefined ? 'SHA-256' : 'commitment'} ${String(hash)}`;
}

type Part = {
  score?: number | null;
  verdict?: string;
  reason?: string | null;
  notMeasured?: Gap[];
};
type Gap = { metric: string; reason: string };
type Report = { quality: Part | null; privacy: Part | null; from_scratch: Part | null };

const reportOf = ({ report }: ReadBatch): Report | null =>
  report === null ? null : (JSON.parse(report) as Report);

const score = (part: Part | null | undefined) =>
  part?.score === undefined || part.score === null ? 'not scored' : String(part.score);

function measuredText(report: Report): string {
  const { quality, privacy, from_scratch: scratch } = report;
  if (scratch !== null) {
    return `Against its configuration: score ${score(scratch)}. No privacy attacks were run: the rows are simulated.`;
  }
  const verdict = privacy?.verdict ?? 'not measured';
  const reason = privacy?.reason ? `: ${privacy.reason}` : '';
  return `Quality ${score(quality)}; privacy ${score(privacy)}, verdict ${verdict}${reason}`;
}

function batchSection(batch: ReadBatch, { facts }: PageFacts): Html {
  const { packed } = batch;
  const { batch: id } = packed;
  const made = facts.newest('batch.completed', id);
  const measured = facts.newest('report.measured', id);
  const dataset = made?.said && made.said !== 'closed' ? made.said.dataset : null;
  const uploaded =
    typeof dataset === 'string' ? facts.newest('dataset.uploaded', dataset) : undefined;
  const report = reportOf(batch);
  const hasManifest = packed.manifest_sha256 !== null;
  return html`<h3 id="${id}">${packed.name ?? packed.entity}</h3>${rows([
    ['Batch', id],
    ['Content', `${packed.records} ${packed.entity}, ${packed.status}`],
    ['Made by', html`${person(made?.by)} (${entryOf(made)})`],
    ['Made from', sourceText(batch)],
    ...(typeof dataset === 'string'
      ? [['Uploaded by', html`${person(uploaded?.by)} (${entryOf(uploaded)})`] as const]
      : []),
    ['Manifest', hasManifest ? link(`batches/${id}/manifest.json`) : 'none'],
    ['Measured', report === null ? 'no report' : measuredText(report)],
    [
      'Report',
      report === null
        ? 'none'
        : html`${link(`reports/${id}.pdf`)}, ${link(`reports/${id}.json`)} (${entryOf(measured)})`,
    ],
  ])}`;
}

function gapsSection({ batches }: PageFacts): Html {
  const gaps = batches.flatMap((batch) => {
    const report = reportOf(batch);
    const parts = [report?.quality, report?.privacy, report?.from_scratch];
    return [
      ...parts
        .flatMap((part) => part?.notMeasured ?? [])
        .map(({ metric, reason }) => `${metric}: ${reason}`),
      ...batch.packed.left_out,
    ].map((text) => html`<li>${batch.packed.batch.slice(0, 8)}: ${text}</li>`);
  });
  const list = gaps.length === 0 ? [html`<li>Nothing is missing.</li>`] : gaps;
  return html`<h2>Not measured or not in this pack</h2><ul>${list}</ul>
<p>${link('controls.json')} also lists controls that this pack does not cover, with reasons.</p>`;
}

const firstLine = ({ outsideAt }: PageFacts): Html =>
  outsideAt === null
    ? html`<p class="first">Proven by the operator alone: nobody else had signed the log’s checkpoint over these entries.</p>`
    : html`<p class="first">The log’s checkpoint over these entries was also signed outside, ${outsideAt.slice(0, 19)}Z (${link('log/checkpoint')}).</p>`;

/** Renders the page for a reader: no scripts, no network, each statement with file and entry. */
export function readerPage(page: PageFacts): string {
  const { title, organization, madeAt, program, entries, origin, batches } = page;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><style>${{ html: STYLE }}</style></head><body>
${firstLine(page)}<h1>${title}</h1>
<p>${organization}. Made ${madeAt.slice(0, 19)}Z by version ${program}. Entries ${entries.first} to ${entries.last} of the organization in ${origin}, without a gap. Entry numbers on this page count the whole log. This page only repeats the files it links to; <code>sandbox verify</code> checks them and this page (${link('VERIFY.md')}).</p>
<h2>Batches</h2>${batches.map((batch) => batchSection(batch, page))}
${approvalsSection(page)}${evidenceSection(page)}${decisionsSection(page)}${gapsSection(page)}
</body></html>
`.html;
}
