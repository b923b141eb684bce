import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fairnessPictures } from '../../shared/report-sentences/fairness-picture.ts';
import { BarChart } from './bar-chart.tsx';
import { DotChart } from './dot-chart.tsx';
import { FanChart } from './fan-chart.tsx';
import { GridChart } from './grid-chart.tsx';
import { HeatMap } from './heat-map.tsx';
import { HistogramChart } from './histogram-chart.tsx';
import { IntervalBar } from './interval-bar.tsx';
import { MiniHistogram } from './mini-histogram.tsx';
import { networkLayout } from './network-layout.ts';
import { OrphanBars } from './orphan-bars.tsx';
import { OverlayChart } from './overlay-chart.tsx';
import { Sparkline } from './sparkline.tsx';

const attributes = (chart: ReactElement, element: string, name: string) =>
  [...renderToStaticMarkup(chart).matchAll(new RegExp(`<${element}\\b([^>]*)`, 'g'))].map(
    ([, given = '']) => new RegExp(` ${name}="([^"]*)"`).exec(given)?.[1],
  );
const figures = (...of: Parameters<typeof attributes>) => attributes(...of).map(Number);
const texts = (chart: ReactElement, element: string) =>
  [...renderToStaticMarkup(chart).matchAll(new RegExp(`<${element}\\b[^>]*>([^<]*)</`, 'g'))].map(
    ([, text]) => text,
  );

test('a sparkline goes from edge to edge, the least at the bottom', () => {
  const [path] = attributes(<Sparkline values={[0, 10, 5]} />, 'path', 'd');
  expect(path).toBe('M1,18.5L36,1.5L71,10');
  const [flat] = attributes(<Sparkline values={[4, 4]} />, 'path', 'd');
  expect(flat).toBe('M1,18.5L71,18.5');
});

test('an interval lies on its bar by its share, and never beyond it', () => {
  const bar = (value: number, low: number, high: number) => (
    <IntervalBar
      title="Linkability"
      note="passes"
      tone="good"
      line={0.1}
      most={0.5}
      {...{ value, low, high }}
    >
      In words.
    </IntervalBar>
  );
  // The bar, its interval, the measured share and the line; 600 wide.
  const chart = bar(0.25, 0.2, 0.3);
  expect(figures(chart, 'line', 'x1')).toEqual([0, 240, 298.5, 120]);
  expect(figures(chart, 'line', 'x2')).toEqual([600, 360, 301.5, 120]);
  expect(figures(bar(0, -0.1, 0.9), 'line', 'x1')).toEqual([0, 0, 0, 120]);
  expect(figures(bar(0, -0.1, 0.9), 'line', 'x2')).toEqual([600, 600, 1.5, 120]);
});

test('bars beside a column are as high as their counts, and say them', () => {
  const bins = [
    { label: 'a', count: 27 },
    { label: 'b', count: 0 },
    { label: 'c', count: 9 },
  ];
  const chart = (origin: 'real' | 'synthetic') => (
    <MiniHistogram label="Amount" origin={origin} bins={bins} />
  );
  expect(figures(chart('real'), 'rect', 'height')).toEqual([27, 0, 9]);
  expect(figures(chart('real'), 'rect', 'x')).toEqual([0.5, 10.5, 20.5]);
  expect(attributes(chart('real'), 'svg', 'aria-label')).toEqual(['Amount. a: 27, b: 0, c: 9']);
  expect(attributes(chart('synthetic'), 'rect', 'fill')).toEqual(['none', 'none', 'none']);
  expect(attributes(chart('synthetic'), 'rect', 'stroke-dasharray')).toEqual(['3 2', '3 2', '3 2']);
});

test('real and synthetic shares of categories stand on one scale', () => {
  const chart = (
    <OverlayChart
      title="Channel"
      bins={[
        { label: 'card', real: 0.5, synthetic: 0.25 },
        { label: 'wire', real: null, synthetic: 0.125 },
        { label: '(other)', real: 0, synthetic: 0 },
      ]}
    />
  );
  // The highest share takes 116 of 120; the spare class is omitted.
  expect(figures(chart, 'rect', 'height')).toEqual([116, 0]);
  expect(texts(chart, 'title')).toEqual([
    'card: real 50.0%, synthetic 25.0%',
    'wire: real left out, synthetic 12.5%',
  ]);
  const [outline] = attributes(chart, 'path', 'd');
  expect(outline).toMatch(/^M1 120V62\.0H1\.0V62\.0H[\d.]+V91\.0H160\.0V91\.0H[\d.]+V120$/);
});

test('bars of numbers lie on their axis, and missing values are stated in words', () => {
  const chart = (scale: 'linear' | 'log') => (
    <HistogramChart
      title="Amount"
      axis={{ kind: 'number', scale, edges: [1, 10, 100] }}
      bins={[
        { label: '1 to 10', real: 0.6, synthetic: 0.3 },
        { label: '10 to 100', real: 0.3, synthetic: 0.6 },
        { label: '(n/a)', real: 0.1, synthetic: null },
      ]}
    />
  );
  expect(figures(chart('log'), 'rect', 'x')).toEqual([0.5, 160.5]);
  expect(figures(chart('log'), 'rect', 'width')).toEqual([159, 159]);
  expect(figures(chart('log'), 'rect', 'height')).toEqual([98, 49]);
  expect(attributes(chart('log'), 'path', 'd')).toEqual(['M0 112V63.0H160.0V14.0H320.0V112']);
  expect(renderToStaticMarkup(chart('log'))).toContain(
    'log scale · missing: real 10.0%, synthetic left out',
  );
  const linear = renderToStaticMarkup(chart('linear'));
  expect(linear).not.toContain('log scale');
  expect(linear).toContain('>60%<');
});

test('the longest of several bars takes four fifths of the width', () => {
  const bars = [
    { label: 'a', value: 40 },
    { label: 'b', value: 10 },
    { label: 'c', value: 0 },
  ];
  const widths = (most?: number) =>
    [
      ...renderToStaticMarkup(
        <BarChart title="Counts" unit="Rows" bars={bars} {...(most && { most })} />,
      ).matchAll(/width:([\d.]+)%/g),
    ].map(([, width]) => Number(width));
  expect(widths()).toEqual([80, 20, 0.5]);
  expect(widths(80)).toEqual([40, 10, 0.5]);
});

test('cells of a heat map say their figures; signs are not colors alone', () => {
  const view = {
    value: 'real',
    label: 'Real',
    cells: [
      [1, -0.5],
      [-0.001, null],
    ],
    tone: 'blue',
    full: 0.5,
  };
  const chart = <HeatMap names={['a', 'b']} views={[view]} />;
  expect(attributes(chart, 'button', 'aria-label')).toEqual([
    'a and a: 1.00',
    'a and b: −0.50',
    'b and a: 0.00',
    'b and b: not measured',
  ]);
  // Only the first pair's cell is in the tab order.
  expect(figures(chart, 'button', 'tabindex')).toEqual([-1, 0, -1, -1]);
  const markup = renderToStaticMarkup(chart);
  expect([...markup.matchAll(/opacity:([\d.]+)/g)].map(([, opacity]) => Number(opacity))).toEqual([
    1, 1, 0.002, 0,
  ]);
  expect(markup.match(/class="relative">−</g)).toHaveLength(1);
  expect(renderToStaticMarkup(<HeatMap names={[]} views={[]} />)).toBe('');
});

test('a grid: cells darker by their share, none for zero, a dot for one left out', () => {
  const chart = (
    <GridChart
      title="Activity"
      note=""
      picture={{
        kind: 'grid',
        name: 'activity',
        x: { title: 'hour', labels: ['0 h', '1 h'] },
        y: { title: 'weekday', labels: ['Mon'] },
        sides: [
          { side: 'real', cells: [[0.25, null]] },
          { side: 'synthetic', cells: [[1, 0]] },
        ],
      }}
    />
  );
  expect(figures(chart, 'rect', 'opacity').filter((opacity) => opacity > 0)).toEqual([0.54, 1]);
  expect(texts(chart, 'title')).toEqual(['Mon, 0 h: 25.0%', 'Mon, 0 h: 100.0%']);
  expect(attributes(chart, 'circle', 'r')).toHaveLength(1);
});

test('a fan: bands between quantiles, without the steps that are left out, on one axis for both sides', () => {
  const side = (level: number, low: number | null) => [
    [low, low],
    [level, level],
    [level, level],
    [level, level],
    [level, level],
  ];
  const chart = (
    <FanChart
      title="Balance"
      note=""
      picture={{
        kind: 'fan',
        name: 'balance',
        column: 'Saldo',
        quantiles: [0.1, 0.25, 0.5, 0.75, 0.9],
        steps: ['2024-01', '2024-02'],
        sides: [
          { side: 'real', values: side(500, null) },
          { side: 'synthetic', values: side(1000, 0) },
        ],
      }}
    />
  );
  const medians = attributes(chart, 'polyline', 'points');
  // 122 units of height: half of the axis to 1,000, then all of it.
  expect(medians).toEqual(['46.0,69.0 318.0,69.0', '46.0,8.0 318.0,8.0']);
  const [outer] = attributes(chart, 'polygon', 'points');
  expect(outer).toBe('318.0,69.0 46.0,69.0');
});

test('references without a parent are marked, however few', () => {
  const bars = <OrphanBars real={0} synthetic={0.001} />;
  expect(figures(bars, 'rect', 'width')).toEqual([320, 0, 316, 4]);
  expect(renderToStaticMarkup(bars)).toContain('0.10%');
  expect(figures(<OrphanBars real={null} synthetic={0.5} />, 'rect', 'width')[3]).toBe(160);
});

test('groups are dots at their share of the axis; a group without figures is left out', () => {
  const [rates, similarity] = fairnessPictures({
    outcome: { column: 'risk', value: 'high' },
    groupings: [
      {
        columns: ['sex'],
        groups: [
          {
            name: 'f',
            outcome: { real: 0.1, synthetic: 0.2, holdout: null },
            likeness: { synthetic: 0.9, holdout: 0.95 },
          },
          { name: 'm', outcome: null, likeness: { synthetic: null, holdout: null } },
        ],
      },
    ],
  });
  expect(rates).toMatchObject({ title: 'risk = high by sex', sides: ['real', 'synthetic'] });
  const markup = renderToStaticMarkup(<DotChart picture={rates!} />);
  // The axis ends at 20 %: dots at a half and the end, joined by a line of half its width.
  for (const place of ['left:50%', 'left:100%', 'width:50%', 'left out', '>20%<'])
    expect(markup).toContain(place);
  expect(similarity).toMatchObject({ sides: ['holdout', 'synthetic'], most: 1 });
});

test('a ring stays one in the picture of a network: neighbors are nearer than opposites', () => {
  const edges = Array.from({ length: 8 }, (_, i) => ({ from: i, to: (i + 1) % 8 }));
  const places = networkLayout(8, edges);
  const far = (a: number, b: number) =>
    Math.hypot(places[a]!.x - places[b]!.x, places[a]!.y - places[b]!.y);
  for (let i = 0; i < 4; i++) expect(far(i, i + 1)).toBeLessThan(far(i, i + 4) * 0.6);
  expect(networkLayout(8, edges)).toEqual(places);
});
