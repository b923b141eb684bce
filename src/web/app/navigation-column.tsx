import { Link, useLocation } from '@tanstack/react-router';
import {
  ChartColumn,
  ClipboardList,
  Code,
  FlagTriangleRight,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Scale,
  Settings,
  Table2,
  Upload,
  Users,
} from 'lucide-react';
import { linkOf, navigationFor, type PagePath, type Section } from '../../shared/pages.ts';
import { useProfile, useSuperadmin } from '../data/profile.ts';
import { signOut } from '../data/session.ts';
import { fail } from '../lib/notices.ts';
import { leaveOnPurpose } from '../lib/return-to-page.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { ActivityTray } from './activity-tray.tsx';

const SECTIONS: readonly Section[] = ['Data', 'Trust', 'Administration'];

const ICONS: Readonly<Partial<Record<PagePath, LucideIcon>>> = {
  '/dashboard': LayoutDashboard,
  '/ingestion': Upload,
  '/explorer': Table2,
  '/reports': ChartColumn,
  '/governance': ClipboardList,
  '/ai-governance': Scale,
  '/exceptions': FlagTriangleRight,
  '/users': Users,
  '/api': Code,
  '/settings': Settings,
};

type NavigationLink = ReturnType<typeof navigationFor>[number];

export function NavigationColumn(props: { descriptions?: boolean; onFollow?: () => void }) {
  const { pathname } = useLocation();
  const superadmin = useSuperadmin();
  const profile = useProfile();
  const links = navigationFor({ superadmin: superadmin.data === true });
  const marked = linkOf(pathname);
  return (
    <div className="flex h-full flex-col">
      <div className={`pt-5 pb-6 pl-5 ${props.descriptions ? 'pr-14' : 'pr-5'}`}>
        <Link to="/dashboard" onClick={() => props.onFollow?.()}>
          <Brand />
        </Link>
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto">
        {SECTIONS.map((section) => (
          <div key={section} className="pb-4">
            <p aria-hidden className="px-5 pb-1 text-xs text-ink-soft">
              {section}
            </p>
            <ul aria-label={section}>
              {links
                .filter((link) => link.section === section)
                .map((link) => (
                  <li key={link.path}>
                    <PageLink link={link} active={marked === link.path} {...props} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="space-y-3 border-t border-line px-5 py-4">
        <div className="min-h-9 text-xs leading-[1.15rem] text-ink-soft">
          {profile.data && (
            <>
              <span className="block truncate text-ink" title={profile.data.organizations?.name}>
                {profile.data.organizations?.name ?? 'Personal workspace'}
              </span>
              <span className="block truncate" title={profile.data.email}>
                {profile.data.email}
              </span>
            </>
          )}
        </div>
        <ActivityTray />
        <div className="flex items-center justify-between gap-2">
          <ThemeSwitch />
          <LogoutButton />
        </div>
      </div>
    </div>
  );
}

function PageLink(props: {
  link: NavigationLink;
  active: boolean;
  descriptions?: boolean;
  onFollow?: () => void;
}) {
  const { link, active } = props;
  const Icon = ICONS[link.path];
  const anchor = (
    <Link
      to={link.path}
      onClick={() => props.onFollow?.()}
      aria-current={active ? 'page' : undefined}
      className={`flex gap-3 border-l-2 px-5 py-2 transition-colors duration-150 focus-visible:-outline-offset-2 ${
        active
          ? 'border-action bg-sunk text-ink'
          : 'border-transparent text-ink-soft hover:bg-sunk hover:text-ink'
      }`}
    >
      {Icon && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
      <span>
        {link.title}
        {props.descriptions && (
          <span className="block text-xs text-ink-soft">{link.description}</span>
        )}
      </span>
    </Link>
  );
  if (props.descriptions) return anchor;
  return (
    <Tooltip side="right" text={link.description}>
      {anchor}
    </Tooltip>
  );
}

function LogoutButton() {
  const logout = async () => {
    leaveOnPurpose(true);
    try {
      await signOut();
    } catch {
      leaveOnPurpose(false);
      fail('Error', 'Failed to sign out');
    }
  };
  return (
    <Button variant="ghost" size="small" onClick={() => void logout()}>
      <LogOut aria-hidden />
      Logout
    </Button>
  );
}
