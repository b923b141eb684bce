import type { QualityReport } from '../../../engines/measure/index.ts';
import { printable } from '../../../platform/pdf/create-pdf.ts';
import type { PdfPage } from '../../../platform/pdf/page.ts';
import { INK_SOFT, LINE, REAL, SYNTHETIC } from './colors.ts';

type Overlay = QualityReport['overlays'][number];
const MAX_CHARTS = 24;
const MAX_MAPPED = 16;
const MAX_NAMED = 6;
export const CHART = { width: 238, height: 92, bars: 58 };

const day = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);

const SPARE = new Set(['(other)', '(n/a)']);
const binsOf = ({ bins }: Overlay) =>
  bins.filter(({ label, real, synthetic }) => !(SPARE.has(label) && !real && !synthetic));

function labelsOf(overlay: Overlay): string[] {
  const { axis } = overlay;
  const names = binsOf(overlay).map(({ label }) => label);
  if (!axis) return names.length <= MAX_NAMED ? names : [names[0]!, names.at(-1)!];
  const text = (edge: number) =>
    axis.kind === 'datetime' ? day(edge) : String(Number(edge.toPrecision(4)));
  return [text(axis.edges[0]!), text(axis.edges.at(-1)!)];
}

/** Draws the shares of a column's bins: real as bars, synthetic as a dashed line. */
export function drawColumn(
  document: PDFKit.PDFDocument,
  overlay: Overlay,
  at: { x: number; y: number },
): void {
  const bins = binsOf(overlay);
  const { x, y } = at;
  const { width, bars } = CHART;
  document.font('sans').fontSize(8).fillColor('#14202B');
  document.text(printable(overlay.column), x, y, { width, height: 10, ellipsis: true });
  const floor = y + 14 + bars;
  const step = width / Math.max(1, bins.length);
  const most = Math.max(1e-9, ...bins.flatMap((bin) => [bin.real ?? 0, bin.synthetic ?? 0]));
  const heightOf = (share: number | null) => ((share ?? 0) / most) * bars;
  for (const [i, { real }] of bins.entries()) {
    const height = heightOf(real);
    document.rect(x + i * step, floor - height, step * 0.88, height);
  }
  document.fillOpacity(0.75).fill(REAL).fillOpacity(1);
  document.moveTo(x, floor);
  for (const [i, { synthetic }] of bins.entries()) {
    const level = floor - heightOf(synthetic);
    document.lineTo(x + i * step, level).lineTo(x + (i + 1) * step, level);
  }
  document
    .lineTo(x + width, floor)
    .lineWidth(1)
    .dash(3, { space: 1.5 })
    .stroke(SYNTHETIC)
    .undash();
  document
    .moveTo(x, floor)
    .lineTo(x + width, floor)
    .lineWidth(0.5)
    .stroke(LINE);
  const labels = labelsOf(overlay);
  const room = width / labels.length;
  document.fontSize(7).fillColor(INK_SOFT);
  for (const [i, label] of labels.entries()) {
    const areEnds = labels.length < bins.length;
    const align = !areEnds ? 'center' : i === 0 ? 'left' : 'right';
    const options = { width: room - 3, height: 9, ellipsis: true, align } as const;
    document.text(printable(label), x + i * room, floor + 2, options);
  }
}

export function columnCharts(page: PdfPage, { overlays, shapes }: QualityReport): void {
  if (overlays.length === 0) return;
  const gapOf = (column: string) => {
    const shape = shapes.find((one) => one.column === column);
    return shape?.score == null || shape.holdout === null ? -1 : shape.holdout - shape.score;
  };
  const shown = overlays.toSorted((a, b) => gapOf(b.column) - gapOf(a.column)).slice(0, MAX_CHARTS);
  page.heading('Distributions');
  page.text(
    `Shares of rows: real as solid bars, synthetic as a dashed line. ${
      shown.length < overlays.length
        ? `The ${shown.length} of ${overlays.length} columns that fall furthest short of their baseline.`
        : 'The column that falls furthest short of its baseline comes first.'
    }`,
  );
  for (let i = 0; i < shown.length; i += 2) {
    page.block(CHART.height, (document, { x, y, width }) => {
      drawColumn(document, shown[i]!, { x, y });
      const beside = shown[i + 1];
      if (beside) drawColumn(document, beside, { x: x + width - CHART.width, y });
    });
  }
}

type Panel = { title: string; color: string; full: number; of: (trend: Trend) => number | null };
type Trend = QualityReport['trends'][number];

const PANELS: Panel[] = [
  { title: 'Real', color: REAL, full: 1, of: ({ real }) => real },
  { title: 'Synthetic', color: SYNTHETIC, full: 1, of: ({ synthetic }) => synthetic },
  {
    title: 'Difference',
    color: '#14202B',
    full: 0.5,
    of: ({ real, synthetic }) => (real === null || synthetic === null ? null : synthetic - real),
  },
];

export function relationCharts(page: PdfPage, { trends }: QualityReport): void {
  const all = [...new Set(trends.flatMap(({ columns }) => columns))];
  if (all.length < 2) return;
  const names = all.slice(0, MAX_MAPPED);
  const numberOf = new Map(names.map((name, i) => [name, i]));
  page.heading('Correlations');
  page.text(
    `Strength of each pair of columns: white is none, full color is 1; of the difference 0.5. ${
      all.length > names.length ? `The first ${names.length} of ${all.length} columns. ` : ''
    }${names.map((name, i) => `${i + 1} ${name}`).join(', ')}.`,
  );
  page.block(178, (document, { x, y, width }) => {
    const side = (width - 40) / PANELS.length;
    for (const [p, panel] of PANELS.entries()) {
      const left = x + p * (side + 20);
      document.font('sans').fontSize(8).fillColor('#14202B').text(panel.title, left, y);
      const cell = side / (names.length + 1);
      const at = (i: number) => (i + 1) * cell;
      document.fontSize(Math.min(7, cell * 0.6)).fillColor(INK_SOFT);
      for (const i of names.keys()) {
        document.text(String(i + 1), left, y + 12 + at(i) + cell * 0.2, {
          width: cell * 0.85,
          align: 'right',
        });
        document.text(String(i + 1), left + at(i), y + 12 + cell * 0.2, {
          width: cell,
          align: 'center',
        });
      }
      for (const trend of trends) {
        const [a, b] = trend.columns.map((name) => numberOf.get(name));
        const value = panel.of(trend);
        if (a === undefined || b === undefined || value === null) continue;
        document.fillOpacity(Math.min(1, Math.abs(value) / panel.full));
        for (const [row, column] of [
          [a, b],
          [b, a],
        ] as const) {
          document.rect(left + at(column), y + 12 + at(row), cell, cell).fill(panel.color);
        }
        document.fillOpacity(1);
      }
      document.rect(left + cell, y + 12 + cell, cell * names.length, cell * names.length);
      document.lineWidth(0.5).stroke(LINE);
    }
  });
}
