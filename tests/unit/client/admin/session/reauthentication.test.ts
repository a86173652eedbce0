import { describe, expect, test } from 'vitest';
import { createGraphqlClient } from '../../../../../client/admin/data/graphql.ts';
import { createOwnFetch, createReauthentication, createSignedInFetch } from '../../../../../client/admin/session/reauthentication.ts';
import { createSession, type Renewal, type SessionState } from '../../../../../client/admin/session/session.ts';
import { AUTH_FAULTS } from '../../../../../server/auth/auth-faults.ts';
import { emptyMark } from './noted-person.ts';

const ANA: SessionState = { role: 'editor', answersCases: false, user: { id: 'a', displayName: 'Ana', email: 'ana@instituto.test' } };

function reentryWith(renewal: Renewal, known: SessionState | null = ANA) {
  const reauthentication = createReauthentication({ refresh: () => Promise.resolve(renewal), known: () => known, noted: () => 'own' });
  const states: string[] = [];
  reauthentication.subscribe(() => states.push(reauthentication.state()));
  return { reauthentication, states };
}

/** A server that takes no request before the user has signed in again. */
function endedServer() {
  const asked: string[] = [];
  const server = { isIn: false };
  const fetchFrom: typeof fetch = (_input, init) => {
    asked.push(typeof init?.body === 'string' ? init.body : '');
    return Promise.resolve(server.isIn ? Response.json({ data: { salvo: 1 } }) : new Response('', { status: 401 }));
  };
  return { asked, server, fetchFrom };
}

describe('a session that ends while an editor writes', () => {
  test('has the request of a save wait for the password, and sends it again', async () => {
    const { reauthentication, states } = reentryWith('ended');
    const { asked, server, fetchFrom } = endedServer();
    const run = createGraphqlClient({ fetch: fetchFrom, renew: reauthentication.renew });
    const [first, second] = [run('mutation { um }'), run('mutation { dois }')];
    await expect.poll(() => states).toEqual(['asked', 'asked']);
    server.isIn = true;
    reauthentication.enter();
    expect(await Promise.all([first, second])).toEqual([{ salvo: 1 }, { salvo: 1 }]);
    expect(asked.length).toBe(4);
    expect(reauthentication.state()).toBe('signed-in');
  });

  test('a request fails when the editor dismisses the sign-in, which can be asked for later', async () => {
    const { reauthentication } = reentryWith('ended');
    const { fetchFrom, asked } = endedServer();
    const save = createGraphqlClient({ fetch: fetchFrom, renew: reauthentication.renew })('mutation { um }');
    await expect.poll(reauthentication.state).toBe('asked');
    reauthentication.dismiss();
    await expect(save).rejects.toMatchObject({ status: 401 });
    expect([asked.length, reauthentication.state()]).toEqual([1, 'ended']);
    reauthentication.ask();
    expect(reauthentication.state()).toBe('asked');
  });

  test('a read does not repeat the question that the editor has dismissed, and a save does', async () => {
    const { reauthentication } = reentryWith('ended');
    const { fetchFrom } = endedServer();
    const run = createGraphqlClient({ fetch: fetchFrom, renew: reauthentication.renew });
    const other = createSignedInFetch(fetchFrom, reauthentication.renew);
    const first = run('{ um }');
    await expect.poll(reauthentication.state).toBe('asked');
    reauthentication.dismiss();
    await expect(first).rejects.toMatchObject({ status: 401 });
    await expect(run('query Um { um }')).rejects.toMatchObject({ status: 401 });
    expect([(await other('/x')).status, reauthentication.state()]).toEqual([401, 'ended']);
    const save = run('mutation { um }');
    await expect.poll(reauthentication.state).toBe('asked');
    reauthentication.dismiss();
    await expect(save).rejects.toMatchObject({ message: expect.stringContaining('nada foi salvo') as string });
    void other('/x', { method: 'POST' });
    await expect.poll(reauthentication.state).toBe('asked');
  });

  test('the end of a session is told and not asked about for quiet requests', async () => {
    const { reauthentication, states } = reentryWith('ended');
    const run = createGraphqlClient({ fetch: endedServer().fetchFrom, renew: reauthentication.renew });
    for (const attempt of ['um', 'dois'])
      await expect(run(`mutation { ${attempt} }`, {}, { quiet: true })).rejects.toMatchObject({ status: 401 });
    expect(states).toEqual(['ended']);
  });

  test('comes back by itself where another tab has signed in', async () => {
    let renewal: Renewal = 'ended';
    const reauthentication = createReauthentication({ refresh: () => Promise.resolve(renewal), known: () => ANA, noted: () => 'own' });
    const waiting = reauthentication.renew({ quiet: false });
    await expect.poll(reauthentication.state).toBe('asked');
    renewal = 'renewed';
    expect(await reauthentication.renew({ quiet: true })).toBe(true);
    expect([await waiting, reauthentication.state()]).toEqual([true, 'signed-in']);
  });

  test.each<[string, Renewal, SessionState | null]>([
    ['the server cannot be asked', 'unknown', ANA],
    ['no user was signed in here', 'ended', null],
  ])('is no question where %s', async (_case, renewal, known) => {
    const { reauthentication, states } = reentryWith(renewal, known);
    expect([await reauthentication.renew({ quiet: false }), states]).toEqual([false, []]);
  });

  test('counts for requests that go another way', async () => {
    const { asked, server, fetchFrom } = endedServer();
    const renew = (): Promise<boolean> => {
      server.isIn = true;
      return Promise.resolve(true);
    };
    const answer = await createSignedInFetch(fetchFrom, renew)('/admin/app/previa', { method: 'POST', body: 'x' });
    expect([answer.status, asked]).toEqual([200, ['x', 'x']]);
    const refused = await createSignedInFetch(endedServer().fetchFrom, () => Promise.resolve(false))('/x');
    expect(refused.status).toBe(401);
  });
});

describe('the sign-in of the same person', () => {
  /** Answers `POST /_session` in turn, and records what was sent. */
  function sessionOver(...answers: readonly Response[]) {
    const sent: unknown[] = [];
    const left = [...answers];
    const answer: typeof fetch = (_input, init) => {
      if (init?.method !== 'POST') return Promise.resolve(Response.json({ user: ANA.user, role: ANA.role }));
      sent.push(JSON.parse(typeof init.body === 'string' ? init.body : ''));
      return Promise.resolve(left.shift() ?? new Response('', { status: 500 }));
    };
    const session = createSession(answer, { mark: emptyMark() });
    return { session, sent };
  }

  test('sends the password with the own e-mail, then the code', async () => {
    const { session, sent } = sessionOver(
      Response.json({ mfa: { ticket: 'mfaTotp:1' } }),
      Response.json({ user: ANA.user, role: ANA.role }),
    );
    await session.current();
    expect(await session.signInAgain({ password: 'segredo' })).toEqual({ kind: 'code', ticket: 'mfaTotp:1' });
    expect(await session.signInAgain({ ticket: 'mfaTotp:1', otp: '123456' })).toEqual({ kind: 'entered' });
    expect(sent).toEqual([
      { email: 'ana@instituto.test', password: 'segredo' },
      { email: 'ana@instituto.test', ticket: 'mfaTotp:1', otp: '123456' },
    ]);
  });

  test('tells what was refused, and keeps the ticket of a wrong code', async () => {
    const wrong = Response.json({ ticket: 'mfaTotp:1', errors: [{ field: 'otp', message: 'Código incorreto.' }] }, { status: 401 });
    const { session } = sessionOver(wrong, new Response('<html>', { status: 502 }));
    await session.current();
    expect(await session.signInAgain({ ticket: 'mfaTotp:1', otp: '1' })).toEqual({
      kind: 'refused',
      message: 'Código incorreto.',
      ticket: 'mfaTotp:1',
    });
    expect(await session.signInAgain({ password: 'x' })).toMatchObject({ kind: 'refused', ticket: null });
  });

  test('speaks of the password alone where it was wrong, because no e-mail was typed', async () => {
    const { session } = sessionOver(
      Response.json({ ticket: null, errors: [AUTH_FAULTS['invalid-email-password'].forPeople] }, { status: 401 }),
    );
    await session.current();
    expect(await session.signInAgain({ password: 'x' })).toEqual({ kind: 'refused', message: 'Senha incorreta.', ticket: null });
  });

  test('is of the person who was there, whose document it stays when the session has ended', async () => {
    let isIn = true;
    const answer: typeof fetch = (_input, init) =>
      Promise.resolve(
        init?.method === 'POST' ? new Response('', { status: 401 }) : Response.json(isIn ? { user: ANA.user, role: ANA.role } : {}),
      );
    const session = createSession(answer, { mark: emptyMark() });
    await session.current();
    isIn = false;
    expect([await session.refresh(), await session.current(), session.known()]).toEqual(['ended', ANA, ANA]);
  });
});

describe('a session that another person takes over in another tab', () => {
  /** Ana's document, and what was sent from it. */
  async function documentOfAna() {
    const sent: string[] = [];
    const mark = emptyMark();
    const server: typeof fetch = (input, init) => {
      sent.push(`${init?.method ?? 'GET'} ${typeof input === 'string' ? input : ''}`);
      return Promise.resolve(Response.json({ user: ANA.user, role: ANA.role, data: { salvo: 1 } }));
    };
    const session = createSession(server, { mark });
    await session.current();
    const reauthentication = createReauthentication(session);
    const run = createGraphqlClient({ fetch: createOwnFetch(server, session), renew: reauthentication.renew });
    return { sent, mark, session, reauthentication, run };
  }

  test('sends nothing in the name of that person, and the save when the own password was typed', async () => {
    const { sent, mark, session, reauthentication, run } = await documentOfAna();
    expect(mark.read()).toBe('a');
    mark.write('b');
    reauthentication.look();
    expect(reauthentication.state()).toBe('ended');
    const save = run('mutation { um }');
    await expect.poll(reauthentication.state).toBe('asked');
    expect(sent).toEqual(['GET /_session']);
    await session.signInAgain({ password: 'segredo' });
    reauthentication.enter();
    expect(await save).toEqual({ salvo: 1 });
    expect([mark.read(), sent.slice(1)]).toEqual(['a', ['POST /_session', 'POST /v1/graphql']]);
  });

  test('goes on with a waiting save when the same person has signed in there', async () => {
    const { mark, reauthentication, run } = await documentOfAna();
    mark.write('b');
    const save = run('mutation { um }');
    await expect.poll(reauthentication.state).toBe('asked');
    mark.write('a');
    reauthentication.look();
    expect([await save, reauthentication.state()]).toEqual([{ salvo: 1 }, 'signed-in']);
  });
});
