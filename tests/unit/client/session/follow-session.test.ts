import { describe, expect, it } from 'vitest';
import { createSignal } from '../../../../client/routing/signal.ts';
import { startBrowserSession } from '../../../../client/session/browser-session.ts';
import { followSession } from '../../../../client/session/follow-session.ts';
import { createSessionMark } from '../../../../client/session/session-mark.ts';
import { migrateOldToken } from '../../../../client/session/token-migration.ts';
import { type PageSession, userOf } from '../../../../shared/session/page-session.ts';

const ANA: PageSession = {
  kind: 'signedIn',
  user: { id: 'u-1', displayName: 'Ana', email: 'ana@exemplo.br', role: 'editor', hasTotp: false },
};

function entries(initial: Readonly<Record<string, string>> = {}): Storage {
  const map = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage;
}

interface Setting {
  readonly document?: PageSession | null;
  readonly storage?: Storage;
  readonly path?: string;
  /** Who the server says has signed in, at each time that it is asked. */
  readonly answers?: readonly (PageSession | null)[];
  /** Status of a refresh and of a hand-over. */
  readonly status?: number;
}

async function follow({ document = null, storage = entries(), path = '/', answers = [], status = 200 }: Setting) {
  const mark = createSessionMark({ localStorage: storage });
  const session = createSignal(document);
  const log: string[] = [];
  const left = [...answers];
  const fetch = async (url: string | URL | Request, { method = 'GET' }: RequestInit = {}): Promise<Response> => {
    log.push(`${method} ${url instanceof Request ? url.url : url.toString()}`);
    if (method === 'POST') return new Response('{}', { status });
    return Response.json({ user: userOf(left.shift() ?? null) });
  };
  const window = Object.assign(new EventTarget() as EventTarget & Pick<Window, 'addEventListener'>, {
    localStorage: storage,
    location: { pathname: path } as Location,
    navigator: {},
    fetch,
  });
  const browserSession = startBrowserSession({
    window,
    session,
    restart: async () => void log.push(`restart for ${mark.read() ?? 'nobody'}`),
    load: async () => {
      log.push('load');
      return followSession;
    },
  });
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  await settled();
  const inAnotherTab = async (userId: string | null): Promise<void> => {
    mark.write(userId);
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'apollo:default.session', newValue: userId }));
    await settled();
  };
  return { window, session, log, mark, browserSession, settled, inAnotherTab };
}

describe('the session of a page', () => {
  it('loads no code for a visitor who never signed in', async () => {
    const own = await follow({});
    own.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'preferencias', newValue: '{}' }));
    own.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await own.settled();
    expect([own.log, own.browserSession.isSignedIn()]).toEqual([[], false]);
  });

  it('notes whose document it is, and asks nothing', async () => {
    const own = await follow({ document: ANA });
    expect([own.log, own.mark.read(), own.browserSession.isSignedIn()]).toEqual([['load'], 'u-1', true]);
  });

  it('forgets and restarts after a sign-out in another tab', async () => {
    const own = await follow({ document: ANA });
    await own.inAnotherTab(null);
    expect([own.session.get(), own.log]).toEqual([null, ['load', 'restart for nobody']]);
  });

  it('restarts once after a sign-in in another tab and shows who it is', async () => {
    const own = await follow({ answers: [ANA] });
    await own.inAnotherTab('u-1');
    expect([own.session.get(), own.log]).toEqual([ANA, ['load', 'restart for u-1', 'GET /_session']]);
    await own.inAnotherTab(null);
    expect([own.session.get(), own.log.slice(3)]).toEqual([null, ['restart for nobody']]);
  });

  it('restarts when it comes back from the back/forward cache after a sign-out', async () => {
    const own = await follow({ document: ANA });
    own.mark.write(null);
    own.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect([own.session.get(), own.log]).toEqual([null, ['load', 'restart for nobody']]);
  });

  it('restarts when a user signed in before the code was there', async () => {
    const own = await follow({ answers: [ANA] });
    own.mark.write('u-1');
    own.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await own.settled();
    expect([own.session.get(), own.log]).toEqual([ANA, ['load', 'restart for u-1', 'GET /_session']]);
  });

  it('resumes on the page of the sign-in a session whose access token has expired', async () => {
    const own = await follow({ storage: entries({ 'apollo:default.session': 'u-1' }), path: '/admin', answers: [null, ANA] });
    expect(own.session.get()).toEqual(ANA);
    expect(own.log).toEqual(['load', 'GET /_session', 'POST /_session/refresh', 'GET /_session']);
  });

  it('forgets on the page of the sign-in a session that has ended', async () => {
    const own = await follow({ storage: entries({ 'apollo:default.session': 'u-1' }), path: '/admin', status: 401 });
    expect([own.session.get(), own.mark.read()]).toEqual([null, null]);
    expect(own.log).toEqual(['load', 'GET /_session', 'POST /_session/refresh', 'restart for nobody']);
  });

  it('resumes no session on another page, nor while a refused form is on the screen', async () => {
    const storage = entries({ 'apollo:default.session': 'u-1' });
    expect((await follow({ storage })).log).toEqual(['load']);
    const refused: PageSession = { kind: 'signingIn', form: { email: 'ana@exemplo.br', ticket: null, record: null, errors: [] } };
    expect((await follow({ document: refused, storage, path: '/admin' })).log).toEqual(['load']);
  });

  it('restarts when a refused token turns out to be of an ended session', async () => {
    const own = await follow({ document: ANA, status: 401 });
    expect(await own.browserSession.renew()).toBe('ended');
    expect([own.session.get(), own.mark.read()]).toEqual([null, null]);
    expect(own.log.at(-1)).toBe('restart for nobody');
  });

  it('hands an old token over once, and shows who it is', async () => {
    const own = await follow({ storage: entries({ 'apollo:default.token': 'old' }), answers: [ANA] });
    expect([own.session.get(), own.mark.oldToken(), own.mark.read()]).toEqual([ANA, null, 'u-1']);
    expect(own.log).toEqual(['load', 'POST /_session/token', 'GET /_session', 'restart for u-1']);
  });

  it('removes an old token that the server refuses, and leaves the session unchanged', async () => {
    const own = await follow({ storage: entries({ 'apollo:default.token': 'forged' }), status: 401 });
    expect([own.session.get(), own.mark.oldToken(), own.log]).toEqual([null, null, ['load', 'POST /_session/token']]);
  });
});

describe('an old token in local storage', () => {
  const answered = (answer: () => Promise<Response>) => {
    const mark = createSessionMark({ localStorage: entries({ 'apollo:default.token': 'old.token.of-ana' }) });
    const sent: unknown[] = [];
    const fetch = (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      sent.push([url, init.method, init.body]);
      return answer();
    };
    return { mark, sent, handOver: () => migrateOldToken(mark, fetch) };
  };

  it.each([
    [200, true, null],
    [401, false, null],
    [422, false, null],
    [429, false, 'old.token.of-ana'],
    [503, false, 'old.token.of-ana'],
  ])('is removed after status %i unless another try may help', async (status, accepted, left) => {
    const { mark, sent, handOver } = answered(async () => new Response('{}', { status }));
    expect([await handOver(), mark.oldToken()]).toEqual([accepted, left]);
    expect(sent).toEqual([['/_session/token', 'POST', '{"token":"old.token.of-ana"}']]);
  });

  it('an old token stays when the network fails, and is sent once only when it does not', async () => {
    const failing = answered(() => Promise.reject(new TypeError('Failed to fetch')));
    expect([await failing.handOver(), failing.mark.oldToken()]).toEqual([false, 'old.token.of-ana']);
    const once = answered(async () => new Response('{}'));
    expect([await once.handOver(), await once.handOver(), once.sent.length]).toEqual([true, false, 1]);
  });
});
