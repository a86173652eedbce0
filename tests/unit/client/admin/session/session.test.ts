import { describe, expect, test } from 'vitest';
import { createGraphqlClient } from '../../../../../client/admin/data/graphql.ts';
import { createSession } from '../../../../../client/admin/session/session.ts';
import { emptyMark } from './noted-person.ts';

const ANA = { id: 'a', displayName: 'Ana', email: 'ana@instituto.test' };

/** A server with a session that is there, expired or over, and what was asked of it. */
function server(answers: Readonly<Record<string, () => Response>>): { readonly fetch: typeof fetch; readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    fetch: (input, init) => {
      const call = `${init?.method ?? 'GET'} ${typeof input === 'string' ? input : ''}`;
      asked.push(call);
      const answer = answers[call];
      return answer === undefined ? Promise.reject(new Error(`unexpected ${call}`)) : Promise.resolve(answer());
    },
  };
}

describe('the session of the application', () => {
  test('renews an expired session once, and knows the user then', async () => {
    let renewed = false;
    const { fetch, asked } = server({
      'GET /_session': () => Response.json(renewed ? { user: ANA, role: 'editor' } : { user: null, role: null }),
      'POST /_session/refresh': () => {
        renewed = true;
        return Response.json({});
      },
    });
    const session = createSession(fetch, { mark: emptyMark() });
    expect(await session.current()).toEqual({ role: 'editor', answersCases: false, user: ANA });
    await session.current();
    expect(asked).toEqual(['GET /_session', 'POST /_session/refresh', 'GET /_session']);
  });

  test('knows no user when the renewal is refused', async () => {
    const { fetch } = server({
      'GET /_session': () => Response.json({ user: null, role: null }),
      'POST /_session/refresh': () => new Response('', { status: 401 }),
    });
    expect(await createSession(fetch, { mark: emptyMark() }).current()).toBeNull();
  });

  test.each([
    [
      { role: 'ouvidor', answersCases: false },
      { role: 'ouvidor', answersCases: true },
    ],
    [
      { role: 'administrador', answersCases: true },
      { role: 'administrador', answersCases: true },
    ],
  ])('knows from %o who answers citizens', async (answer, known) => {
    const { fetch } = server({ 'GET /_session': () => Response.json({ user: ANA, ...answer }) });
    expect(await createSession(fetch, { mark: emptyMark() }).current()).toEqual({ ...known, user: ANA });
  });

  test.each(['me', 'user', 'public', 'admin', 'atendimento'])('does not take a user with the role %s for staff', async (role) => {
    const { fetch } = server({
      'GET /_session': () => Response.json({ user: ANA, role }),
      'POST /_session/refresh': () => new Response('', { status: 401 }),
    });
    expect(await createSession(fetch, { mark: emptyMark() }).current()).toBeNull();
  });

  test.each([
    [[503, 503, 200], { role: 'editor', answersCases: false, user: ANA }, [500, 1_500]],
    [[503, 503, 503, 503], null, [500, 1_500, 4_000]],
  ])('asks a server again that answers with %o', async (statuses, known, waits) => {
    const left = [...statuses];
    const waited: number[] = [];
    const { fetch } = server({
      'GET /_session': () => Response.json({ user: ANA, role: 'editor' }, { status: left.shift() ?? 200 }),
      'POST /_session/refresh': () => new Response('', { status: 503 }),
    });
    const after = (ms: number, act: () => void): (() => void) => {
      waited.push(ms);
      act();
      return () => undefined;
    };
    expect(await createSession(fetch, { mark: emptyMark(), timers: { after } }).current()).toEqual(known);
    expect([waited, left]).toEqual([waits, []]);
  });

  test('renews once for concurrent calls', async () => {
    const { fetch, asked } = server({ 'POST /_session/refresh': () => Response.json({}) });
    const session = createSession(fetch, { mark: emptyMark() });
    expect(await Promise.all([session.refresh(), session.refresh(), session.refresh()])).toEqual(['renewed', 'renewed', 'renewed']);
    expect(asked).toEqual(['POST /_session/refresh']);
  });
});

describe('a request without the cookie', () => {
  test('a request without the cookie is one of a session that has ended, since the gateway refuses it to the public', async () => {
    const refused = {
      message: 'only the known operations of this site may be run',
      extensions: { code: 'validation-failed', path: '$.query' },
    };
    const other = { message: 'field not found', extensions: { code: 'validation-failed', path: '$.selectionSet.x' } };
    let renewals = 0;
    const run = (error: object) =>
      createGraphqlClient({
        renew: () => {
          renewals += 1;
          return Promise.resolve(false);
        },
        fetch: async () => Response.json({ errors: [error] }),
      })('mutation { a }');
    await expect(run(refused)).rejects.toMatchObject({ status: 401 });
    await expect(run(other)).rejects.not.toMatchObject({ status: 401 });
    expect(renewals).toBe(1);
  });
});

describe('a request whose token has expired', () => {
  const expired = (): Response => Response.json({ errors: [{ message: 'expired', extensions: { code: 'invalid-jwt' } }] }, { status: 401 });

  test('is sent once more after the renewal', async () => {
    let answers = [expired(), Response.json({ data: { a: 1 } })];
    const run = createGraphqlClient({
      renew: () => Promise.resolve(true),
      fetch: () => {
        const [next = expired(), ...rest] = answers;
        answers = rest;
        return Promise.resolve(next);
      },
    });
    expect(await run('{ a }')).toEqual({ a: 1 });
    expect(answers).toEqual([]);
  });

  test('is an error that asks to sign in when nothing can be renewed', async () => {
    const run = createGraphqlClient({ renew: () => Promise.resolve(false), fetch: () => Promise.resolve(expired()) });
    await expect(run('{ a }')).rejects.toMatchObject({ status: 401, message: 'Sua sessão terminou. Entre de novo para continuar.' });
  });

  test('is told apart from a lost network and from an answer that is none', async () => {
    const renew = (): Promise<boolean> => Promise.resolve(false);
    const lost = createGraphqlClient({ renew, fetch: () => Promise.reject(new TypeError('failed')) });
    await expect(lost('{ a }')).rejects.toMatchObject({ status: 0 });
    const broken = createGraphqlClient({ renew, fetch: () => Promise.resolve(new Response('<html>', { status: 502 })) });
    await expect(broken('{ a }')).rejects.toMatchObject({ status: 502 });
  });
});
