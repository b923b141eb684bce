import type { QualityReport } from '../../../engines/measure/index.ts';
import { printable } from '../../../platform/pdf/create-pdf.ts';
import type { PdfPage } from '../../../platform/pdf/page.ts';
import {
  ORPHANS,
  type PictureFigures,
  pictureNote,
  pictureTable,
  pictureTitle,
  SIDE_NAMES,
} from '../../../shared/report-sentences/picture-table.ts';
import { CHART, drawColumn } from './charts.ts';
import { INK_SOFT, LINE, REAL, SYNTHETIC } from './colors.ts';

const TONES = { real: REAL, holdout: INK_SOFT, synthetic: SYNTHETIC };
const GAP = 16;
const LABELS = 44;
const FAN_HEIGHT = 80;
const TABLE_WIDTH = 499;

type Grid = Extract<PictureFigures, { kind: 'grid' }>;
type Fan = Extract<PictureFigures, { kind: 'fan' }>;
type Place = { x: number; y: number; width: number };

/** Share in percent, short enough for a cell: the figures of a grid are its table. */
const cellText = (share: number | null) => {
  if (share === null) return '·';
  const value = share * 100;
  return value === 0 ? '' : value < 9.95 ? value.toFixed(1).replace(/^0/, '') : value.toFixed(0);
};

function drawPanel(
  document: PDFKit.PDFDocument,
  { picture, side, most }: { picture: Grid; side: Grid['sides'][number]; most: number },
  { x, y, width, cell }: Place & { cell: { width: number; height: number } },
): void {
  document.font('sans').fontSize(8).fillColor('#14202B').text(SIDE_NAMES[side.side], x, y);
  const [left, top] = [x + LABELS, y + 12];
  const size = Math.min(6, cell.height * 0.65, cell.width * 0.42);
  for (const [j, label] of picture.y.labels.entries()) {
    const at = top + j * cell.height;
    document.fontSize(Math.min(6.5, cell.height * 0.8)).fillColor(INK_SOFT);
    const options = {
      width: LABELS - 4,
      height: cell.height,
      ellipsis: true,
      align: 'right',
    } as const;
    document.text(printable(label), x, at + cell.height * 0.15, options);
    for (const [i, share] of side.cells[j]!.entries()) {
      const place = left + i * cell.width;
      const strength = Math.sqrt((share ?? 0) / most);
      if (share)
        document
          .fillOpacity(0.08 + 0.82 * strength)
          .rect(place, at, cell.width, cell.height)
          .fill(TONES[side.side])
          .fillOpacity(1);
      const text = cellText(share);
      if (text === '') continue;
      document.fontSize(size).fillColor(strength > 0.7 ? '#FFFFFF' : '#14202B');
      document.text(text, place, at + (cell.height - size) / 2 - 0.5, {
        width: cell.width,
        align: 'center',
        lineBreak: false,
      });
    }
  }
  const floor = top + picture.y.labels.length * cell.height;
  document
    .rect(left, top, width - LABELS, floor - top)
    .lineWidth(0.5)
    .stroke(LINE);
  const every = Math.ceil(picture.x.labels.length / 8);
  document.fontSize(6).fillColor(INK_SOFT);
  for (const [i, label] of picture.x.labels.entries()) {
    if (i % every !== 0) continue;
    const room = cell.width * every;
    document.text(printable(label), left + i * cell.width, floor + 2, {
      width: room,
      height: 8,
      ellipsis: true,
    });
  }
}

function gridChart(page: PdfPage, picture: Grid): void {
  const shares = picture.sides.flatMap(({ cells }) => cells.flat());
  const most = Math.max(1e-9, ...shares.map((share) => share ?? 0));
  const { sides } = picture;
  const columns = Math.min(sides.length, 2);
  const width = (TABLE_WIDTH - GAP * (columns - 1)) / columns;
  const cell = { width: (width - LABELS) / picture.x.labels.length, height: 11 };
  const height = picture.y.labels.length * cell.height + 30;
  for (let s = 0; s < sides.length; s += columns) {
    page.block(height, (document, { x, y }) => {
      for (const [i, side] of sides.slice(s, s + columns).entries())
        drawPanel(document, { picture, side, most }, { x: x + i * (width + GAP), y, width, cell });
    });
  }
  page.text(
    `Horizontal: ${picture.x.title}; vertical: ${picture.y.title}. Cells state percent of rows; a dot is left out.`,
  );
}

function fanChart(page: PdfPage, { sides, steps }: Fan): void {
  const all = sides.flatMap(({ values }) => values.flat()).filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const width = (TABLE_WIDTH - GAP) / 2;
  page.block(FAN_HEIGHT + 26, (document, { x, y }) => {
    for (const [s, { side, values }] of sides.entries()) {
      const left = x + s * (width + GAP);
      document.font('sans').fontSize(8).fillColor('#14202B').text(SIDE_NAMES[side], left, y);
      const top = y + 12;
      const pointsOf = (quantile: number) =>
        values[quantile]!.flatMap((value, step): [number, number][] =>
          value === null
            ? []
            : [
                [
                  left + (step / Math.max(1, steps.length - 1)) * width,
                  top + FAN_HEIGHT * (1 - (value - low) / (high - low)),
                ],
              ],
        );
      for (const [from, to] of [
        [0, 4],
        [1, 3],
      ] as const) {
        const outline = [...pointsOf(from), ...pointsOf(to).reverse()];
        if (outline.length < 3) continue;
        document
          .fillOpacity(0.28)
          .polygon(...outline)
          .fill(TONES[side])
          .fillOpacity(1);
      }
      const [first, ...rest] = pointsOf(2);
      if (first) {
        document.moveTo(...first);
        for (const point of rest) document.lineTo(...point);
        document.lineWidth(1.2);
        if (side === 'synthetic') document.dash(3, { space: 1.5 });
        document.stroke(TONES[side]).undash();
      }
      document.rect(left, top, width, FAN_HEIGHT).lineWidth(0.5).stroke(LINE);
    }
  });
}

function table(page: PdfPage, picture: PictureFigures): void {
  const { header, rows } = pictureTable(picture);
  const first = 60;
  const width = (TABLE_WIDTH - first) / Math.max(1, header.length - 1);
  page.table(
    header.map((name, i) => ({ header: name, width: i === 0 ? first : width, right: i > 0 })),
    rows,
  );
}

/** Draws references with a parent as a bar, those without as a mark at its right end. */
function orphanBars(page: PdfPage, orphans: { real: number | null; synthetic: number | null }) {
  page.block(40, (document, { x, y }) => {
    document.font('sans').fontSize(8).fillColor('#14202B').text(ORPHANS, x, y);
    for (const [i, side] of (['real', 'synthetic'] as const).entries()) {
      const top = y + 13 + i * 11;
      const missing = orphans[side] ? Math.max(3, orphans[side] * CHART.width) : 0;
      document.fontSize(7).fillColor(INK_SOFT).text(SIDE_NAMES[side], x, top);
      document.fillOpacity(0.35).rect(x + LABELS, top, CHART.width - missing, 7);
      document.fill(TONES[side]).fillOpacity(1);
      document.rect(x + LABELS + CHART.width - missing, top, missing, 7).fill('#A8271D');
    }
  });
}

/** Pictures of a report, each with its figures: in the cells of a grid, otherwise as a table. */
export function pictureCharts(page: PdfPage, { pictures }: QualityReport): void {
  for (const picture of pictures ?? []) {
    page.heading(pictureTitle(picture), 60 + CHART.height);
    page.text(pictureNote(picture));
    if (picture.kind === 'grid') gridChart(page, picture);
    else {
      if (picture.kind === 'fan') fanChart(page, picture);
      else
        page.block(CHART.height, (document, at) =>
          drawColumn(document, { column: '', bins: picture.bins }, at),
        );
      if (picture.kind === 'bars' && picture.orphans) orphanBars(page, picture.orphans);
      table(page, picture);
    }
  }
}
