import type { FromScratchReport } from '../../../engines/measure/index.ts';
import type { PdfPage } from '../../../platform/pdf/page.ts';

const figure = (value: number) => String(Number(value.toPrecision(6)));

export function fromScratchPart(page: PdfPage, report: FromScratchReport): void {
  page.heading('Configuration checks');
  page.table(
    [
      { header: 'Figure', width: 199 },
      { header: 'Actual', width: 70, right: true },
      { header: 'Target', width: 90, right: true },
      { header: 'OK', width: 50, right: true },
      { header: 'Source', width: 90 },
    ],
    report.figures
      .filter(({ value }) => value !== null)
      .map(({ name, value, target, within, source }) => [
        name,
        figure(value!),
        target.low === target.high
          ? figure(target.low)
          : `${figure(target.low)} to ${figure(target.high)}`,
        within === true ? 'yes' : 'no',
        source,
      ]),
  );
  if (report.privacy.collisions.length === 0) return;
  page.heading('Identifiers');
  page.list(
    report.privacy.collisions.map(
      ({ name, checked, found }) => `${name}: ${found} of ${checked} checked`,
    ),
  );
}
