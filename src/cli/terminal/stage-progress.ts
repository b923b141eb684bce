export function stageProgress(): (stage: string) => void {
  if (!process.stderr.isTTY) return () => {};
  let before = '';
  return (stage) => {
    if (stage === before) return;
    before = stage;
    process.stderr.write(`\r\x1b[K${stage === 'done' ? '' : `${stage} …`}`);
  };
}
