import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { titleOf } from '../../../shared/pages.ts';
import { fail } from '../../lib/notices.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-head.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { type ResetLink, readResetLink } from './reset-link.ts';

/** New password page. Only submitting redeems the token, so link scanners can't use it up. */
export function ResetPasswordPage() {
  usePageTitle(titleOf('/reset-password'));
  const [link, setLink] = useState<ResetLink>(() =>
    readResetLink(window.location.hash, window.location.search),
  );
  const announced = useRef(false);
  useEffect(() => {
    if (link.kind !== 'invalid' || announced.current) return;
    announced.current = true;
    fail('Invalid Reset Link', link.message);
  }, [link]);

  if (link.kind === 'invalid') {
    return (
      <>
        <h1 tabIndex={-1} className="text-xl">
          Invalid Reset Link
        </h1>
        <p className="mt-1 mb-6 text-ink-soft">{link.message}</p>
        <Link to="/auth" className={buttonClasses()}>
          Back to sign in
        </Link>
      </>
    );
  }
  return (
    <NewPasswordForm link={link} onInvalid={(message) => setLink({ kind: 'invalid', message })} />
  );
}
