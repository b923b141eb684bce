export type Origin = 'real' | 'synthetic' | 'blend';

const WORD: Record<Origin, string> = { real: 'REAL', synthetic: 'SYNTHETIC', blend: 'BLEND' };

export function OriginMark({ origin, detail }: { origin: Origin; detail?: string }) {
  const text =
    origin === 'real' ? 'text-real' : origin === 'synthetic' ? 'text-synthetic-text' : 'text-ink';
  return (
    <span className={`inline-flex items-center gap-1.5 text-xs whitespace-nowrap ${text}`}>
      <OriginSwatch origin={origin} />
      {WORD[origin]}
      {detail ? ` · ${detail}` : ''}
    </span>
  );
}

export function OriginSwatch({ origin }: { origin: Origin }) {
  return (
    <svg aria-hidden viewBox="0 0 18 10" width="18" height="10" className="shrink-0">
      {origin === 'real' && <rect x="0" y="2" width="18" height="6" fill="var(--real)" />}
      {origin === 'synthetic' && (
        <path d="M0 5H18" stroke="var(--synthetic)" strokeWidth="4" strokeDasharray="5 1.5" />
      )}
      {origin === 'blend' && (
        <>
          <path d="M0 10L8 0H12L4 10ZM10 10L18 0V5L14 10Z" fill="var(--real)" />
          <path d="M0 5L4 0H8L0 10ZM5 10L13 0H17L9 10Z" fill="var(--synthetic)" />
        </>
      )}
    </svg>
  );
}
