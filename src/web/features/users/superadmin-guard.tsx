import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { superadminQuery } from '../../data/profile.ts';
import { UsersPage } from './users-page.tsx';

export function SuperadminGuard() {
  const superadmin = useQuery(superadminQuery);
  const passed = useRef(false);
  if (superadmin.isPending) return <p role="status">Loading...</p>;
  if (superadmin.data === true) passed.current = true;
  if (!passed.current) return <Navigate to="/dashboard" replace />;
  return <UsersPage />;
}
