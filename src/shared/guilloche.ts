const TAU = Math.PI * 2;

type Ring = {
  /** Mean radius of the ring and amplitude of its wave, as shares of the radius. */
  middle: number;
  height: number;
  petals: number;
  lace: number;
  laceHeight: number;
  lines: number;
  twist: number;
};

/** Parses a hexadecimal hash as bytes; other texts as their own bytes, stretched to 32. */
function bytesOf(hash: string): number[] {
  const text = hash.toLowerCase();
  if (/^[0-9a-f]{16,}$/.test(text)) {
    return Array.from({ length: 32 }, (_, i) => {
      const at = (i * 2) % (text.length - 1);
      return Number.parseInt(text.slice(at, at + 2), 16);
    });
  }
  let state = 0x811c9dc5;
  return Array.from({ length: 32 }, (_, i) => {
    for (const letter of `${i}:${text}`) {
      state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) >>> 0;
    }
    return state >>> 24;
  });
}

/** 'coarse' for 20 pixels, 'fine' from 64 pixels, 'engraved' for large areas. */
export type Detail = 'coarse' | 'fine' | 'engraved';

function ringsOf(bytes: number[], detail: Detail): Ring[] {
  const byte = (i: number) => bytes[i % bytes.length] ?? 0;
  const share = (i: number) => byte(i) / 255;
  const outer: Ring = {
    middle: 0.76,
    height: 0.14 + 0.09 * share(0),
    petals: 5 + (byte(1) % 8),
    lace: 2 + (byte(2) % 3),
    laceHeight: 0.25 + 0.35 * share(3),
    lines: detail === 'coarse' ? 3 : 10 + (byte(4) % 5),
    twist: share(5),
  };
  const inner: Ring = {
    middle: 0.36 + 0.08 * share(6),
    height: 0.12 + 0.12 * share(7),
    petals: 3 + (byte(8) % 7),
    lace: 2 + (byte(9) % 2),
    laceHeight: 0.2 + 0.5 * share(10),
    lines: detail === 'coarse' ? 2 : 7 + (byte(11) % 5),
    twist: share(12),
  };
  if (detail !== 'engraved') return [outer, inner];
  const between: Ring = {
    middle: 0.56,
    height: 0.1 + 0.06 * share(13),
    petals: outer.petals + inner.petals,
    lace: 3,
    laceHeight: 0.3,
    lines: 16,
    twist: share(14),
  };
  const heart: Ring = { ...inner, middle: 0.17, height: 0.09, lines: 12, twist: share(15) };
  return [{ ...outer, lines: 30 }, between, { ...inner, lines: 24 }, heart];
}

function curve(ring: Ring, line: number, steps: number): string {
  const phase = (line / ring.lines) * TAU;
  const points: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const angle = (step / steps) * TAU;
    const wave =
      Math.sin(ring.petals * angle + phase) +
      ring.laceHeight * Math.sin(ring.petals * ring.lace * angle - phase + ring.twist * TAU);
    const radius = 50 * (ring.middle + (ring.height * wave) / (1 + ring.laceHeight));
    const x = 50 + radius * Math.cos(angle + ring.twist);
    const y = 50 + radius * Math.sin(angle + ring.twist);
    points.push(`${x.toFixed(2)} ${y.toFixed(2)}`);
  }
  return `M${points.join('L')}Z`;
}

/** Computes the SVG path of a rosette from a hash, in a 100 by 100 square. Deterministic. */
export function guilloche(hash: string, detail: Detail = 'fine'): string {
  const steps = detail === 'coarse' ? 120 : 360;
  return ringsOf(bytesOf(hash), detail)
    .flatMap((ring) => Array.from({ length: ring.lines }, (_, line) => curve(ring, line, steps)))
    .join('');
}
