export function Progress(props: { label: string; share: number | null; className?: string }) {
  const { share } = props;
  const percent = share === null ? null : Math.min(100, Math.max(0, Math.round(share * 100)));
  return (
    <div
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { 'aria-valuenow': percent })}
      className={`h-1.5 overflow-hidden rounded-full bg-line ${props.className ?? ''}`}
    >
      <div
        className={`h-full bg-action transition-[width] duration-150 ${percent === null ? 'w-1/3 animate-pulse' : ''}`}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
