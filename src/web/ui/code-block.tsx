import { CopyButton } from './copy-button.tsx';
import { ScrollFrame } from './scroll-frame.tsx';

export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <div className="relative">
      <ScrollFrame label={label} className="max-h-96 rounded-md border border-line bg-sunk">
        <pre className="p-4 pr-12 font-mono text-xs leading-5">{code}</pre>
      </ScrollFrame>
      <CopyButton
        text={code}
        label={`Copy ${label}`}
        className="absolute top-2 right-2 size-8 rounded-md border border-line bg-surface"
      />
    </div>
  );
}
