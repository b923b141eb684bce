import { Link, Outlet } from '@tanstack/react-router';
import { BRAND_HASH, Brand } from '../ui/brand.tsx';
import { Seal } from '../ui/seal.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Toaster } from '../ui/toaster.tsx';

export function EntryLayout() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex min-h-dvh flex-col px-6 py-6 sm:px-10">
        <header className="flex items-center justify-between gap-4">
          <Link to="/" className="target inline-flex items-center">
            <Brand />
          </Link>
          <ThemeSwitch />
        </header>
        <main className="m-auto w-full max-w-sm py-12">
          <Outlet />
        </main>
      </div>
      <aside
        aria-hidden
        className="relative hidden overflow-hidden border-l border-line bg-surface lg:block"
      >
        <div className="absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2">
          <Seal hash={BRAND_HASH} size={760} className="text-action opacity-70" />
        </div>
      </aside>
      <Toaster />
    </div>
  );
}
