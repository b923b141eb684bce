// Runs before the first paint, so that a dark page never flashes light.
(() => {
  let theme = 'system';
  try {
    theme = localStorage.getItem('theme') ?? 'system';
  } catch {
    // Storage is switched off: the system's theme it is.
  }
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
})();
