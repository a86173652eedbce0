/** The security fields of every kind of answer of the whole site, by http and by https. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ERROR_CODES } from '../../shared/errors/codes.ts';
import { iconsUrl } from '../../shared/icons/icons-url.ts';
import { imageUrl } from '../../shared/images/image-url.ts';
import { startLoadedSite } from '../support/loaded-site.ts';
import { observatoryScore } from '../support/security/observatory.ts';
import { HSTS, SECURITY_FIELDS } from '../support/security/security-fields.ts';
import { ADMINISTRATOR, type RunningSite } from '../support/site.ts';

/** A file of the demonstration and a file of the build, whose addresses only a page knows. */
async function addressesOn(site: string): Promise<readonly (readonly [string, string, number])[]> {
  const pages = await Promise.all(['/', '/lai/documentos/leis'].map(async (page) => (await fetch(site + page)).text()));
  const found = (pattern: RegExp): string => pattern.exec(pages.join())?.[1] ?? '/no-address-was-found';
  return [
    ['a file of the content', found(/(\/nhostprovider\/[0-9a-f-]{36})/), 200],
    ['a file of the build', found(/"(\/assets\/[^"]+\.css)"/), 200],
    ['the colours of the site', found(/"(\/_tema\/[^"]+\.css)"/), 200],
  ];
}

const ANSWERS: readonly (readonly [name: string, path: string, status: number])[] = [
  ['a page', '/', 200],
  ['a list', '/informacoes/noticias', 200],
  ['a framed page', '/admin', 200],
  ['a page that is not there', '/nada', 404],
  ['a row that is not there', '/informacoes/noticia/999999', 404],
  ['a redirect', '/LAI', 308],
  ['the data of a page', '/informacoes/noticias/_payload.json', 200],
  ['a file of public/', '/favicon.svg', 200],
  ['an image that is refused', imageUrl('/logo.svg', 320), 400],
  ['an icon', iconsUrl('lucide', ['search']), 200],
  ['a file that is not there', '/nhostprovider/00000000-0000-4000-8000-000000000000', 404],
  ['an error in JSON', '/v1/graphql', 404],
  ['a door that is not there', '/v1/nada', 404],
  ['the health of the process', '/health/live', 200],
  ['the readiness of the site', '/health/ready', 200],
  ['a door that is closed without its token', '/_edge/stats', 404],
  ['a door that is closed without a session', '/_operations', 401],
];

async function fieldsOf(
  address: string,
): Promise<{ readonly status: number; readonly fields: Readonly<Record<string, string>>; readonly body: string }> {
  const answer = await fetch(address, { redirect: 'manual' });
  return { status: answer.status, fields: Object.fromEntries(answer.headers), body: await answer.text() };
}

const site = inject('siteUrl');
let secure: RunningSite;

beforeAll(async () => {
  secure = await startLoadedSite({ environment: { SITE_URL: 'https://www.instituto.example', CSP_REPORTS: 'on', LOG_LEVEL: 'debug' } });
});
afterAll(() => secure.stop());

describe('by http', () => {
  test.each(ANSWERS)('%s carries every security field, and no HSTS', async (_name, path, status) => {
    const answer = await fieldsOf(site + path);
    expect(answer).toMatchObject({ status, fields: SECURITY_FIELDS });
    expect(answer.fields).not.toHaveProperty('strict-transport-security');
    expect(answer.fields).not.toHaveProperty('x-powered-by');
    expect(answer.fields['content-security-policy'] ?? '').not.toContain('upgrade-insecure-requests');
  });

  test('files carry them too', async () => {
    for (const [name, path, status] of await addressesOn(site)) {
      expect({ name, ...(await fieldsOf(site + path)) }).toMatchObject({ name, status, fields: SECURITY_FIELDS });
    }
  });
});

describe('by https', () => {
  test.each(ANSWERS)('%s carries every security field, and HSTS (RFC 6797 section 7.1)', async (_name, path, status) => {
    expect(await fieldsOf(secure.url + path)).toMatchObject({ status, fields: { ...SECURITY_FIELDS, ...HSTS } });
  });
});

describe('the policy of a document', () => {
  const DIRECTIVES = ["base-uri 'none'", "default-src 'none'", "form-action 'self'", "frame-ancestors 'self'"];

  test.each([
    ['a stored page', '/', 200],
    ['a page that is rendered for this request', `/busca?q=${Date.now()}`, 200],
    ['a page that is not there', '/nada', 404],
    ['a row that is not there', '/informacoes/noticia/999999', 404],
  ])('the policy of %s fixes its base, its forms, its frames and its objects', async (_name, path, status) => {
    for (const [address, isSecure] of [
      [site, false],
      [secure.url, true],
    ] as const) {
      const answer = await fieldsOf(address + path);
      const policy = (answer.fields['content-security-policy'] ?? '').split('; ');
      expect([answer.status, DIRECTIVES.filter((directive) => !policy.includes(directive))]).toEqual([status, []]);
      // A document shows its PDF in a frame. Objects are not named, so they fall back to `default-src` (Content Security Policy Level 3, section 6.8.3).
      expect(policy.filter((directive) => /^(?:child|frame|object)-src /.test(directive))).toEqual(["frame-src 'self'"]);
      expect(policy.includes('upgrade-insecure-requests')).toBe(isSecure);
    }
  });
});

describe('a request that Node itself would refuse', () => {
  const STORED = 'HEAD / HTTP/1.1\r\nHost: x\r\n\r\n';
  const LAST = 'HEAD /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

  /** Sends each message when the head of an answer to the one before it has come, and returns what comes back until the connection is closed. */
  async function exchange(...messages: readonly string[]): Promise<string> {
    const socket = connect(Number(new URL(secure.url).port), '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => undefined);
    let text = '';
    let sent = 0;
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.split('\r\n\r\n').length > sent && sent < messages.length) socket.write(messages[sent++] ?? '');
    });
    socket.write(messages[sent++] ?? '');
    await once(socket, 'close');
    return text;
  }

  const REFUSED = [
    ['without Host', 'GET / HTTP/1.1\r\nAccept: text/html\r\n\r\n', 400, 'BAD_REQUEST', 'close'],
    ['for a probe without Host', 'GET /health/live HTTP/1.1\r\nAccept: text/html\r\n\r\n', 400, 'BAD_REQUEST', 'close'],
    [
      'that begins a WebSocket without Host',
      'GET /v1/graphql HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAccept: text/html\r\n\r\n',
      400,
      'BAD_REQUEST',
      'close',
    ],
    [
      'with an expectation that is not known',
      'POST / HTTP/1.1\r\nHost: x\r\nExpect: um-milagre\r\nAccept: text/html\r\nContent-Length: 4\r\n\r\na=b&',
      417,
      'EXPECTATION_FAILED',
      'keep-alive',
    ],
  ] as const;

  test.each(
    REFUSED.flatMap((refused) => [[...refused, 'first', []] as const, [...refused, 'behind a stored page', [STORED, STORED]] as const]),
  )('%s gets the page of an error, with the security fields and an id that the log has too', async (...refused) => {
    const [_name, request, status, code, connection, _place, before] = refused;
    const text = await exchange(...before, request, LAST);
    const answer = text.slice(text.indexOf(`HTTP/1.1 ${status} `));
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
    for (const [name, value] of Object.entries({ ...SECURITY_FIELDS, ...HSTS, connection })) {
      expect(head).toContain(`\r\n${name}: ${value.toLowerCase()}`);
    }
    expect(answer).toContain(ERROR_CODES[code].message);
    const id = /^x-request-id: (\S+)$/m.exec(head)?.[1] ?? 'no id';
    expect(answer).toContain(`Código do pedido: ${id}`);
    const logged = (): string | undefined =>
      secure
        .output()
        .split('\n')
        .find((line) => line.includes(id));
    await expect.poll(logged).toContain(`"code":"${code}"`);
    // After the refusal of an expectation the connection goes on.
    expect(answer.includes('HTTP/1.1 200 OK')).toBe(connection === 'keep-alive');
  });

  test('HTTP/1.0 requires no Host and ignores Expect (RFC 9110 section 10.1.1)', async () => {
    expect(await exchange('GET /health/live HTTP/1.0\r\nExpect: um-milagre\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

/** Fields that tell a stranger what runs here (the list of OWASP's Secure Headers project). */
const FINGERPRINTS = /^(?:server|via|x-(?:powered|aspnet|generator|runtime|version|served|backend|debug|varnish|cache).*|server-timing)$/;

describe('by the rules of the HTTP Observatory', () => {
  const scoreOf = async (
    answer: Response,
  ): Promise<{ readonly score: number; readonly faults: readonly string[]; readonly told: readonly string[] }> => {
    const fields = Object.fromEntries(answer.headers);
    const body = await answer.text();
    const isDocument = (fields['content-type'] ?? '').startsWith('text/html');
    const told = Object.keys(fields).filter((name) => FINGERPRINTS.test(name));
    return { ...observatoryScore({ fields, cookies: answer.headers.getSetCookie(), html: isDocument ? body : '' }), told };
  };

  test.each(ANSWERS)('%s loses no points but those of a policy where it is no document', async (_name, path) => {
    const answer = await fetch(secure.url + path, { redirect: 'manual' });
    const isDocument = (answer.headers.get('content-type') ?? '').startsWith('text/html');
    const { score, faults, told } = await scoreOf(answer);
    const lost = faults.filter((fault) => isDocument || fault !== 'content-security-policy -25');
    expect({ told, lost, isBelowAPage: isDocument && score < 125 }).toEqual({ told: [], lost: [], isBelowAPage: false });
  });

  test('the application of administrators and the cookies of a session lose none', async () => {
    expect(await scoreOf(await fetch(`${secure.url}/admin/app`))).toMatchObject({ score: 130, faults: [] });
    const session = await fetch(`${secure.url}/_session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMINISTRATOR),
    });
    expect(session.headers.getSetCookie().length).toBeGreaterThan(0);
    expect((await scoreOf(session)).faults.filter((fault) => fault.startsWith('cookies'))).toEqual([]);
  });
});

test('browsers are told where to report what a policy forbids only where reports are wanted, and reports are taken there', async () => {
  for (const page of ['/', '/nada', '/admin/app']) {
    const [without, wanted] = await Promise.all([fetch(site + page), fetch(secure.url + page)]);
    expect([without.headers.get('reporting-endpoints'), without.headers.get('content-security-policy')]).toEqual([
      null,
      expect.not.stringContaining('report') as string,
    ]);
    expect(wanted.headers.get('reporting-endpoints')).toBe('csp="/_reports/csp"');
    expect(wanted.headers.get('content-security-policy')).toMatch(/; report-uri \/_reports\/csp; report-to csp$/);
  }
  const report = {
    type: 'csp-violation',
    body: { effectiveDirective: 'img-src', blockedURL: 'https://fora.example/a?b', documentURL: `${secure.url}/lai?q=x` },
  };
  const send = (to: string): Promise<Response> =>
    fetch(`${to}/_reports/csp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/reports+json' },
      body: JSON.stringify([report]),
    });
  expect([(await send(secure.url)).status, (await send(site)).status]).toEqual([204, 404]);
  await expect.poll(() => secure.output()).toContain('"directive":"img-src","blocked":"https://fora.example","page":"lai"');
});

/** What the two directives and the field of reports take, where they are wanted. */
const REPORTS_BYTES = 82;

test('the head of a stored page by https, where it has the most fields, is shorter than 1 KB without what reports take', async () => {
  const headOf = async (): Promise<string> => {
    const { fields } = await fieldsOf(`${secure.url}/`);
    return `HTTP/1.1 200 OK\r\n${Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`;
  };
  await expect.poll(headOf).toContain('cache-status: edge; hit');
  const head = await headOf();
  expect(head.length, `take a field away, or move the limit:\n${head}`).toBeLessThan(1_024 + REPORTS_BYTES);
});
