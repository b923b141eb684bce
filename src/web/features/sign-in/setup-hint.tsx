import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { hostConfig } from '../../data/client.ts';

export function SetupHint() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    hostConfig().then(
      (config) => setNeeded(config.needsSetup ?? false),
      () => {},
    );
  }, []);
  if (!needed) return null;
  return (
    <p className="mt-8 border-t border-line pt-5 text-ink-soft">
      No administrator yet.{' '}
      <Link to="/admin-setup" className="link">
        Create the first superadmin
      </Link>
    </p>
  );
}
