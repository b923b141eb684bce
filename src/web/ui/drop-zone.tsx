import { type DragEvent, type ReactNode, useEffect, useState } from 'react';

export function DropZone(props: {
  onFiles: (files: File[]) => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Prevent the browser from opening a file dropped outside the area.
    const miss = (event: Event) => event.preventDefault();
    addEventListener('dragover', miss);
    addEventListener('drop', miss);
    return () => {
      removeEventListener('dragover', miss);
      removeEventListener('drop', miss);
    };
  }, []);
  const accept = (event: DragEvent) => {
    event.preventDefault();
    if (!props.disabled) setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same
    <div
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={(event) =>
        !event.currentTarget.contains(event.relatedTarget as Node) && setOver(false)
      }
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!props.disabled) props.onFiles([...event.dataTransfer.files]);
      }}
      className={`relative m-3 flex flex-col items-center gap-1 rounded-md border border-dashed px-6 py-8 text-center transition-colors duration-150 ${
        over ? 'border-action bg-sunk' : 'border-control'
      }`}
    >
      {props.children}
    </div>
  );
}
