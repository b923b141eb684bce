import { CopyId } from './copy-id.tsx';
import { Seal } from './seal.tsx';

export function BatchId(props: { id: string; hash: string; size?: number }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Seal hash={props.hash} size={props.size ?? 24} />
      <CopyId id={props.id} shown={props.id.slice(0, 8)} what="batch id" />
    </span>
  );
}
