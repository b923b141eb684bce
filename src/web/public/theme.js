// Runs before the first paint, so that a dark page never flashes light.
(() => {
  let wanted = 'system';
  try {
    wanted = localStorage.getItem('theme') ?? 'system';
  } catch {
    // Storage is switched off: the system's theme it is.
  }
  const dark =
    wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();
