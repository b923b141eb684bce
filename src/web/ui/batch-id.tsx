import { CopyId } from './copy-id.tsx';
import { Seal } from './seal.tsx';

/** A batch as it is recognized everywhere: its seal, and the first eight characters of its id. */
export function BatchId(props: { id: string; hash: string; size?: number }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Seal hash={props.hash} size={props.size ?? 24} />
      <CopyId id={props.id} shown={props.id.slice(0, 8)} what="batch id" />
    </span>
  );
}
