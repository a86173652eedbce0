import { expect, test, vi } from 'vitest';
import { createAuthProvider } from '../../../../../client/admin/session/auth-provider.ts';

function providerOf(shownPath: string) {
  const end = vi.fn<() => Promise<void>>().mockResolvedValue();
  const left: string[] = [];
  const provider = createAuthProvider({
    session: { current: () => Promise.resolve(null), end },
    beforeEnd: () => Promise.resolve(),
    shownPath: () => shownPath,
    leaveTo: (path) => left.push(path),
  });
  return { provider, end, left };
}

test('a visitor who has not signed in is led to the sign-in of the row once, also when react-admin then ends the session', async () => {
  const { provider, end, left } = providerOf('/admin/app/noticia/2');
  await expect(provider.checkAuth({})).rejects.toThrow('ra.auth.auth_check_error');
  expect(await provider.logout({})).toBe(false);
  expect(left).toEqual(['/admin?registro=noticia/2']);
  expect(end).not.toHaveBeenCalled();
});

test.each([
  ['/admin/app/casos?prazo=a-vencer', '/admin?registro=casos?prazo=a-vencer'],
  ['/admin/app/noticia/2?aba=texto', '/admin?registro=noticia/2'],
  ['/admin/app/casos?filter=%7B%7D&page=2', '/admin'],
  ['/admin/app/casos?prazo=//mal.example', '/admin'],
])('the sign-in for %s leads back to it where it is a row or a list with one filter', async (shown, address) => {
  const { provider, left } = providerOf(shown);
  await expect(provider.checkAuth({})).rejects.toThrow('ra.auth.auth_check_error');
  expect(left).toEqual([address]);
});

test('no error of a request is refused, which react-admin would take for a success without data', async () => {
  const { provider, left } = providerOf('/admin/app/noticia/2');
  await expect(provider.checkError({ status: 401 })).resolves.toBeUndefined();
  expect(left).toEqual([]);
});

test('an editor who signs out is led to the sign-in, after the session has ended', async () => {
  const { provider, end, left } = providerOf('/admin/app/noticia/2');
  expect(await provider.logout({})).toBe(false);
  expect([end.mock.calls.length, left]).toEqual([1, ['/admin']]);
});
