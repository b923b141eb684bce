import { printsKeyword } from '../../../platform/pdf/create-pdf.ts';
import type { Parts } from '../parts/parts.ts';
import { addBroken, type Known, newest } from './pack-records.ts';

/** Returns true if the PDF names this hash as that of the JSON it prints. */
const prints = async (parts: Parts, pdf: string, sha256: string): Promise<boolean> =>
  parts.has(pdf) && (await parts.read(pdf)).includes(printsKeyword(sha256));

export async function checkReports(
  parts: Parts,
  { index, entries, verdict }: Known,
): Promise<void> {
  const reports = newest(entries, ['report.measured']);
  const manifests = newest(entries, ['batch.completed', 'batch.resealed']);
  let count = 0;
  for (const { batch, manifest_sha256: manifest } of index.batches) {
    const sealed = manifests.get(batch);
    if (sealed !== undefined && sealed.sha256 !== manifest) {
      addBroken(
        verdict,
        'manifest changed',
        sealed,
        `Batch ${batch}: the manifest is not the newest one.`,
      );
    }
    const [name, pdf] = [`reports/${batch}.json`, `reports/${batch}.pdf`];
    const measured = reports.get(batch);
    if (parts.has(name) && !(await prints(parts, pdf, await parts.sha256(name)))) {
      addBroken(verdict, 'report changed', measured, `${pdf} does not print ${name}.`);
    }
    if (!parts.has(name)) {
      if (measured) addBroken(verdict, 'file missing', measured, `${name} is missing.`);
    } else if (measured === undefined) {
      verdict.unchecked.push(`${name}: its entry is not in this pack.`);
    } else if ((await parts.sha256(name)) !== measured.sha256) {
      addBroken(verdict, 'report changed', measured, `${name} does not match the logged report.`);
    } else count++;
  }
  verdict.checked.push(`${count} report(s) by their SHA-256, and their PDFs.`);
}
