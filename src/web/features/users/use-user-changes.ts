import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteUser,
  resendInvitation,
  type User,
  updateUser,
  usersQuery,
  withdrawInvitation,
} from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';

export function useUserChanges(options: { onDeleted: () => void }) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: usersQuery.queryKey });
  const toggle = useMutation({
    mutationFn: (user: User) =>
      updateUser(user.id, { status: user.status === 'active' ? 'disabled' : 'active' }),
    onSuccess: (_, user) =>
      notice(user.status === 'active' ? 'User disabled' : 'User enabled', user.email),
    onError: (error) => fail('Error', error),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (user: User) => deleteUser(user.id),
    onSuccess: (_, user) => {
      notice('User deleted', user.email);
      options.onDeleted();
    },
    onError: (error) => fail('Delete failed', error),
    onSettled: refresh,
  });
  const resend = useMutation({
    mutationFn: (user: User) => resendInvitation(user.id),
    onSuccess: (_, user) => notice('Invitation sent', user.email),
    onError: (error) => fail('Error', error),
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: (user: User) => withdrawInvitation(user.id),
    onSuccess: (_, user) => notice('Invitation withdrawn', user.email),
    onError: (error) => fail('Error', error),
    onSettled: () => {
      options.onDeleted();
      return refresh();
    },
  });
  return { toggle, resend, endings: { delete: remove, withdraw } };
}
