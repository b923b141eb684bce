import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openClient } from '../data/client.ts';
import { dismissFailures, notice } from '../lib/notices.ts';
import { notePageLeft, type PageLeft, takePageLeft } from '../lib/return-to-page.ts';
import { refill, typedText, watchTyping } from '../lib/typed-text.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { useAnyDialog } from '../ui/open-dialogs.ts';
import { Sheet } from '../ui/sheet.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { useMedia } from '../ui/use-media.ts';
import { ConnectionLine } from './connection-line.tsx';
import { NavigationColumn } from './navigation-column.tsx';
import { queries } from './queries.ts';
import { useFirstPressOnly } from './use-first-press-only.ts';

// Update in a microtask, so that a pressed button is busy before the next press.
notifyManager.setScheduler(queueMicrotask);

export function SessionLayout() {
  const wide = useMedia('(min-width: 900px)');
  const [sheet, setSheet] = useState(false);
  useFollowSession();
  useForgetFailures();
  useFirstPressOnly();

  return (
    <QueryClientProvider client={queries}>
      <TooltipProvider delayDuration={300}>
        <a
          href="#content"
          className="sr-only rounded-md bg-action px-4 py-2 text-on-action focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
        >
          Skip to content
        </a>
        <div className="min-h-dvh min-[900px]:grid min-[900px]:grid-cols-[236px_minmax(0,1fr)]">
          {wide ? (
            <header className="no-print sticky top-0 h-dvh border-r border-line bg-surface">
              <NavigationColumn />
            </header>
          ) : (
            <header className="no-print sticky top-0 z-30 flex items-center justify-between gap-3 border-b border-line bg-surface px-4 py-2.5">
              <Brand />
              <Button size="icon" aria-label="Open navigation" onClick={() => setSheet(true)}>
                <MenuIcon aria-hidden />
              </Button>
              <Sheet open={sheet} onOpenChange={setSheet} title="Navigation">
                <NavigationColumn descriptions onFollow={() => setSheet(false)} />
              </Sheet>
            </header>
          )}
          <main
            id="content"
            tabIndex={-1}
            className="min-w-0 px-4 py-8 outline-none sm:px-8 lg:px-10"
          >
            <div className="mx-auto max-w-[1200px]">
              <ConnectionLine />
              <Outlet />
            </div>
          </main>
        </div>
        <Notices />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** Notices at the bottom; at the top over a dialog, whose buttons are at the bottom. */
function Notices() {
  return <Toaster {...(useAnyDialog() && { position: 'top-center' })} />;
}

function useForgetFailures(): void {
  const router = useRouter();
  useEffect(
    () => router.subscribe('onRendered', ({ pathChanged }) => pathChanged && dismissFailures()),
    [router],
  );
}

/** Leaves the page when the session ends in any tab, and resets it for a different user. */
function useFollowSession(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let userId: string | undefined;
    const subscribed = openClient().then(
      (client) =>
        client.auth.onAuthStateChange((event, session) => {
          const before = userId;
          userId = session?.user.id;
          if (before && userId && before !== userId) return window.location.reload();
          if (!before && userId) {
            const pageLeft = takePageLeft(userId);
            if (pageLeft !== null)
              void navigate({ href: pageLeft.path }).then(() => giveBack(pageLeft));
          }
          // A session ended elsewhere may be gone before this listener starts; the initial event
          // reports it.
          const isGone = event === 'INITIAL_SESSION' && session === null;
          if (event !== 'SIGNED_OUT' && !isGone) return;
          const ended = before !== undefined && notePageLeft(before, typedText());
          // Clear after leaving, so that no mounted query refetches without a session.
          void navigate({ to: '/auth' }).then(() => {
            queries.clear();
            if (ended)
              notice('Your session has ended', 'Sign in to return to the page you were on.');
          });
        }).data.subscription,
    );
    subscribed.catch(() => {});
    const stopWatching = watchTyping();
    return () => {
      stopWatching();
      void subscribed.then((subscription) => subscription.unsubscribe()).catch(() => {});
    };
  }, [navigate]);
}

function giveBack({ typed }: PageLeft): void {
  if (typed.length === 0) return;
  refill(typed);
  notice(
    'Your input was saved',
    'Fields are filled in again; in a dialog, when you open it. Passwords and files are not saved.',
  );
}
