export function saveFile(contents: Blob | string, filename: string, type = 'text/csv'): void {
  const blob =
    typeof contents === 'string'
      ? new Blob([contents], { type: `${type};charset=utf-8` })
      : contents;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = filename;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
