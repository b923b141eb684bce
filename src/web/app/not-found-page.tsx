import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClasses } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-head.tsx';
import { Seal } from '../ui/seal.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  usePageTitle('Page not found');
  useEffect(() => {
    console.error('404: no page at', pathname);
  }, [pathname]);
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <div className="flex flex-col items-center text-center">
        <Seal hash={pathname} size={180} className="text-ink-soft opacity-60" />
        <h1 tabIndex={-1} className="mt-8 text-2xl">
          404
        </h1>
        <p className="mt-2 text-base">Oops! Page not found</p>
        <p className="mt-1 max-w-[60ch] font-mono text-xs break-all text-ink-soft">{pathname}</p>
        <Link to="/" className={buttonClasses({ variant: 'secondary', className: 'mt-6' })}>
          Return to Home
        </Link>
      </div>
    </main>
  );
}
