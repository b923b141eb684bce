import { type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { networkLayout, type Point } from './network-layout.ts';

const NARROW = 640;
const PAD = 34;
const SHIFT = 40;
const [MIN_ZOOM, MAX_ZOOM] = [0.4, 8];

type Window = { x: number; y: number; zoom: number };
const WHOLE: Window = { x: 0, y: 0, zoom: 1 };

/** Places, zoom and movements of a network's picture, in pixels of its width. */
export function useNetworkView(count: number, edges: readonly { from: number; to: number }[]) {
  const frame = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(NARROW);
  const [at, setAt] = useState(WHOLE);
  const [moved, setMoved] = useState<ReadonlyMap<number, Point>>(new Map());
  const layout = useMemo(() => networkLayout(count, edges), [count, edges]);
  const height = Math.round(Math.min(460, Math.max(300, width * 0.6)));
  const held = useRef<{ node: number | null; x: number; y: number } | null>(null);
  const zoom = useCallback(
    (by: number) =>
      setAt((now) => {
        const next = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, now.zoom * by));
        // Keeps the middle of the picture.
        const shift = (side: number) => side / now.zoom / 2 - side / next / 2;
        return { x: now.x + shift(width), y: now.y + shift(height), zoom: next };
      }),
    [width, height],
  );
  useEffect(() => {
    const svg = frame.current;
    if (svg === null) return;
    const observer = new ResizeObserver(() => setWidth(svg.clientWidth || NARROW));
    observer.observe(svg);
    // React's wheel listeners are passive and can't keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement?.contains(svg) !== true) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    };
    svg.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      svg.removeEventListener('wheel', onWheel);
    };
  }, [zoom]);
  const move = (x: number, y: number) => setAt((now) => ({ ...now, x: now.x + x, y: now.y + y }));
  const placeOf = (node: number): Point =>
    moved.get(node) ?? {
      x: PAD + layout[node]!.x * (width - 2 * PAD),
      y: PAD + layout[node]!.y * (height - 2 * PAD),
    };
  const reset = () => {
    setAt(WHOLE);
    setMoved(new Map());
  };
  const onKey = (event: { key: string; shiftKey: boolean }): boolean => {
    const step = SHIFT / at.zoom;
    const moves: Record<string, () => void> = {
      '+': () => zoom(1.3),
      '=': () => zoom(1.3),
      '-': () => zoom(1 / 1.3),
      '0': reset,
      ...(event.shiftKey && {
        ArrowLeft: () => move(-step, 0),
        ArrowRight: () => move(step, 0),
        ArrowUp: () => move(0, -step),
        ArrowDown: () => move(0, step),
      }),
    };
    moves[event.key]?.();
    return moves[event.key] !== undefined;
  };
  const onDown = (node: number | null) => (event: PointerEvent<SVGElement>) => {
    event.stopPropagation();
    held.current = { node, x: event.clientX, y: event.clientY };
    frame.current?.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent<SVGElement>) => {
    const last = held.current;
    if (last === null) return;
    const [dx, dy] = [(event.clientX - last.x) / at.zoom, (event.clientY - last.y) / at.zoom];
    held.current = { ...last, x: event.clientX, y: event.clientY };
    if (last.node === null) return move(-dx, -dy);
    const { x, y } = placeOf(last.node);
    setMoved(new Map(moved).set(last.node, { x: x + dx, y: y + dy }));
  };
  const onUp = () => {
    held.current = null;
  };
  const box = `${at.x} ${at.y} ${width / at.zoom} ${height / at.zoom}`;
  return {
    frame,
    box,
    height,
    width,
    zoom,
    scale: at.zoom,
    reset,
    onKey,
    onDown,
    onMove,
    onUp,
    placeOf,
  };
}

export type NetworkView = ReturnType<typeof useNetworkView>;
