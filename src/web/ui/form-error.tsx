import { messageOf } from '../lib/service-error.ts';

export function FormError({ error }: { error: Error | null }) {
  if (error === null) return null;
  return (
    <p role="alert" className="text-danger">
      {messageOf(error)}
    </p>
  );
}
