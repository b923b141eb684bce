/** Values of `user_roles`, the most powerful first, with display names. */
export const ROLE_LABELS = {
  superadmin: 'Superadmin',
  admin: 'Admin',
  pilot_user: 'User',
} as const;

export type Role = keyof typeof ROLE_LABELS;
export const ROLES = Object.keys(ROLE_LABELS) as readonly Role[];

export const ADMIN_ROLES = ['superadmin', 'admin'] as const satisfies readonly Role[];

export const MEMBER_ROLES = ['pilot_user', 'admin'] as const satisfies readonly Role[];
export type MemberRole = (typeof MEMBER_ROLES)[number];
export const DEFAULT_ROLE: MemberRole = 'pilot_user';

export const isAdminRole = (role: Role | null): boolean =>
  ADMIN_ROLES.some((admin) => admin === role);
