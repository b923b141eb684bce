/** Every role a row of `user_roles` can hold, the strongest first, with the name a person reads. */
export const ROLE_LABELS = {
  superadmin: 'Superadmin',
  admin: 'Admin',
  pilot_user: 'User',
} as const;

export type Role = keyof typeof ROLE_LABELS;
export const ROLES = Object.keys(ROLE_LABELS) as readonly Role[];

/** Roles that administer an organization. */
export const ADMIN_ROLES = ['superadmin', 'admin'] as const satisfies readonly Role[];

/** Roles that a superadmin can give to a member of an organization, in the order they are offered. */
export const MEMBER_ROLES = ['pilot_user', 'admin'] as const satisfies readonly Role[];
export type MemberRole = (typeof MEMBER_ROLES)[number];
export const DEFAULT_ROLE: MemberRole = 'pilot_user';

export const isAdminRole = (role: Role | null): boolean =>
  ADMIN_ROLES.some((admin) => admin === role);
