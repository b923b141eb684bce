import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { titleOf } from '../../../shared/pages.ts';
import { openClient } from '../../data/client.ts';
import { takeProviderAnswer } from '../../data/provider-answer.ts';
import { sessionState } from '../../data/session.ts';
import { fail } from '../../lib/notices.ts';
import { usePageTitle } from '../../ui/page-head.tsx';
import { SetupHint } from './setup-hint.tsx';
import { SignInForm } from './sign-in-form.tsx';

const SecondFactorForm = lazy(() =>
  import('../../components/second-factor-form.tsx').then((file) => ({
    default: file.SecondFactorForm,
  })),
);
const ProviderButtons = lazy(() =>
  import('./provider-buttons.tsx').then((file) => ({ default: file.ProviderButtons })),
);

export function SignInPage() {
  usePageTitle(titleOf('/auth'));
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);

  useEffect(() => {
    takeProviderAnswer().catch((error: unknown) => fail('Error', error));
  }, []);
  useEffect(() => {
    let hasLeft = false;
    const look = async () => {
      const { session, needsSecondFactor } = await sessionState();
      if (hasLeft) return;
      setNeedsCode(session !== null && needsSecondFactor);
      if (session && !needsSecondFactor) void navigate({ to: '/dashboard', replace: true });
    };
    const subscribed = openClient().then(
      (client) =>
        // The client holds a lock during the callback; check after it is released.
        client.auth.onAuthStateChange(() => setTimeout(look)).data.subscription,
    );
    subscribed.catch(() => {});
    // Another page's event may arrive before its data is stored.
    addEventListener('storage', look);
    return () => {
      hasLeft = true;
      removeEventListener('storage', look);
      void subscribed.then((subscription) => subscription.unsubscribe()).catch(() => {});
    };
  }, [navigate]);

  return (
    <>
      <h1 tabIndex={-1} className="text-xl">
        Welcome Back
      </h1>
      <p className="mt-1 mb-8 text-ink-soft">Sign in to access your sandbox</p>
      {needsCode ? (
        <Suspense fallback={null}>
          <SecondFactorForm onGiveUp={() => setNeedsCode(false)} />
        </Suspense>
      ) : (
        <>
          <SignInForm />
          <Suspense fallback={null}>
            <ProviderButtons />
          </Suspense>
        </>
      )}
      <SetupHint />
    </>
  );
}
