import { useEffect, useState } from 'react';
import { openClient } from '../../data/client.ts';
import { identityProviders } from '../../data/identity-providers.ts';
import { fail } from '../../lib/notices.ts';
import { check } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';

export function ProviderButtons() {
  const [providers, setProviders] = useState<string[]>([]);
  const [leaving, setLeaving] = useState<string | null>(null);
  useEffect(() => {
    // If the list can't be loaded, password sign-in remains.
    identityProviders().then(setProviders, () => {});
  }, []);
  if (providers.length === 0) return null;

  const signIn = async (provider: string) => {
    setLeaving(provider);
    try {
      const client = await openClient();
      check(
        await client.auth.signInWithOAuth({
          // Providers come from configuration, not from the client's own list.
          provider: provider as 'keycloak',
          options: { redirectTo: `${window.location.origin}/auth` },
        }),
      );
    } catch (error) {
      setLeaving(null);
      fail('Error', error);
    }
  };
  return (
    <div className="mt-6 space-y-2 border-t border-line pt-6">
      {providers.map((name) => (
        <Button
          key={name}
          className="w-full"
          busy={leaving === name}
          busyLabel="Loading..."
          onClick={() => void signIn(name)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
