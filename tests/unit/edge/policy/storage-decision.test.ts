/** Why a response is stored or not: the tokens are what an operator reads in the event `not-stored`. */
import { describe, expect, test } from 'vitest';
import type { StorageRules } from '../../../../server/edge/policy/storage-decision.ts';
import { decideStorage, effectOnStored, isForOneClient, outdatesStored } from '../../../../server/edge/policy/storage-decision.ts';
import { type ResponseHead, readHead } from '../../../../server/edge/response/stored-response.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

const RULES: StorageRules = { storeSetCookie: true, varyAllowed: null, neverStoreStatus: () => false, dropFields: [] };

interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function headOf({ status = 200, headers = { 'Cache-Control': 'max-age=60' } }: Answered): ResponseHead {
  const times = { requestedAt: NOON, receivedAt: NOON };
  return readHead(status, '', Object.entries(headers).flat(), times, { targets: [], varyInKey: [] });
}

interface Asked {
  readonly method?: string;
  readonly fields?: readonly string[];
  readonly requestNoStore?: boolean;
  readonly ranged?: boolean;
  readonly mayStore?: boolean;
}

const requestOf = (asked: Asked) => ({ method: 'GET', fields: [], requestNoStore: false, ranged: false, mayStore: true, ...asked });

const settingsOf = (rules: Partial<StorageRules> = {}) => ({ storage: { ...RULES, ...rules }, bounds: { bodyBytes: 1_000 } });

interface Row extends Asked, Answered {
  readonly rules?: Partial<StorageRules>;
  readonly describesTarget?: boolean;
  /** Null where the response is stored. */
  readonly because: string | null;
}

const cached = (value: string): Readonly<Record<string, string>> => ({ 'Cache-Control': value });
const AUTHORIZED = { fields: ['Authorization', 'Bearer x'] };
const YESTERDAY = new Date(NOON - 86_400_000).toUTCString();

const ROWS: readonly Row[] = [
  { because: null },
  { mayStore: false, because: 'bypass' },
  { headers: { ...cached('max-age=60'), 'Content-Length': '1000' }, because: null },
  { headers: { ...cached('max-age=60'), 'Content-Length': '1001' }, because: 'size' },
  // Only the request had a range: an error says nothing about the resource.
  { ranged: true, status: 404, because: 'range' },
  { status: 404, because: null },
  { ranged: true, because: null },
  { ranged: true, status: 206, headers: { ...cached('max-age=60'), 'Content-Range': 'bytes 0-1/9' }, because: null },
  { ranged: true, status: 206, because: 'partial' },
  { status: 304, because: 'not-final' },
  { status: 199, because: 'not-final' },
  { method: 'PUT', describesTarget: true, because: 'method' },
  { method: 'POST', describesTarget: true, because: null },
  { method: 'POST', because: 'method' },
  { method: 'POST', describesTarget: true, status: 201, because: 'method' },
  { method: 'POST', describesTarget: true, headers: { 'Last-Modified': YESTERDAY }, because: 'method' },
  { requestNoStore: true, because: 'request-no-store' },
  { headers: cached('max-age=60, no-store'), because: 'no-store' },
  { headers: cached('max-age=60, no-store, must-understand'), because: null },
  { status: 499, headers: cached('max-age=60, must-understand'), because: 'must-understand' },
  { status: 499, because: null },
  { headers: cached('max-age=60, private'), because: 'private' },
  { headers: cached('max-age=60, private="x-name"'), because: null },
  { ...AUTHORIZED, because: 'authorization' },
  { ...AUTHORIZED, headers: cached('max-age=60, public'), because: null },
  { ...AUTHORIZED, headers: cached('max-age=60, must-revalidate'), because: null },
  { ...AUTHORIZED, headers: cached('s-maxage=60'), because: null },
  { headers: { ...cached('max-age=60'), Vary: 'Accept, *' }, because: 'vary-star' },
  { headers: { ...cached('max-age=60'), Vary: 'Accept' }, because: null },
  { headers: { ...cached('max-age=60'), Vary: 'Accept, Cookie' }, rules: { varyAllowed: ['accept'] }, because: 'vary' },
  { headers: { ...cached('max-age=60'), Vary: 'Accept' }, rules: { varyAllowed: ['accept'] }, because: null },
  { headers: { ...cached('max-age=60'), 'Set-Cookie': 'a=1' }, because: null },
  { headers: { ...cached('max-age=60'), 'Set-Cookie': 'a=1' }, rules: { storeSetCookie: false }, because: 'set-cookie' },
  { headers: { 'Last-Modified': YESTERDAY, 'Set-Cookie': 'a=1' }, because: 'set-cookie' },
  { headers: { 'Last-Modified': YESTERDAY }, because: null },
  { status: 404, rules: { neverStoreStatus: (status) => status === 404 }, because: 'status' },
  { status: 418, headers: { ETag: '"a"' }, because: 'no-lifetime' },
  { status: 418, headers: { ...cached('public'), ETag: '"a"' }, because: null },
  { headers: {}, because: 'no-lifetime' },
  { headers: { ETag: '"a"' }, because: null },
  { headers: cached('max-age=0'), because: 'no-lifetime' },
  { headers: { ...cached('max-age=0'), ETag: '"a"' }, because: null },
  { headers: { ...cached('max-age=0'), 'Last-Modified': YESTERDAY }, because: null },
  { headers: cached('max-age=0, stale-if-error=1'), because: null },
  { headers: cached('max-age=0, stale-while-revalidate=1'), because: null },
  { headers: cached('max-age=0, stale-while-revalidate=0, stale-if-error=0'), because: 'no-lifetime' },
  // The directives of RFC 5861 alone are no lifetime.
  { headers: cached('stale-while-revalidate=9, stale-if-error=9'), because: 'no-lifetime' },
];

describe('a response is stored or not (RFC 9111 §3)', () => {
  test.each(ROWS.map((row) => [JSON.stringify(row), row] as const))('%s', (_row, { rules, describesTarget = false, because, ...row }) => {
    const { status, headers, ...asked } = row;
    const answered = { ...(status === undefined ? {} : { status }), ...(headers === undefined ? {} : { headers }) };
    expect(decideStorage(requestOf(asked), headOf(answered), describesTarget, settingsOf(rules))).toEqual(
      because === null ? { kind: 'storable' } : { kind: 'forbidden', because },
    );
  });
});

describe('a response about a stored response', () => {
  test.each([
    { effect: 'update' },
    { method: 'HEAD', effect: 'update' },
    { headers: cached('no-store'), effect: 'remove' },
    { requestNoStore: true, effect: 'keep' },
    { ...AUTHORIZED, effect: 'keep' },
    { ...AUTHORIZED, headers: cached('max-age=60, public, no-store'), effect: 'remove' },
    // What only the authorized client may use says nothing about others (RFC 9111 §3.5).
    { ...AUTHORIZED, headers: cached('no-store'), effect: 'keep' },
    { requestNoStore: true, headers: cached('private'), effect: 'remove' },
  ])('has the effect $effect: $headers', ({ effect, headers, ...asked }: Asked & Answered & { readonly effect: string }) => {
    const head = headOf(headers === undefined ? {} : { headers });
    expect(effectOnStored(requestOf(asked), head, settingsOf())).toBe(effect);
  });

  test.each([
    { status: 200, outdates: true },
    { status: 204, outdates: true },
    { status: 302, outdates: true },
    { status: 404, outdates: true },
    { status: 410, outdates: true },
    { status: 451, outdates: true },
    { status: 206, outdates: false },
    { status: 304, outdates: false },
    { status: 400, outdates: false },
    { status: 403, outdates: false },
    { status: 429, outdates: false },
    { status: 500, outdates: false },
    { status: 503, outdates: false },
  ])('a response with status $status and no-store outdates the stored one: $outdates', ({ status, outdates }) => {
    expect(outdatesStored(requestOf({}), headOf({ status, headers: cached('no-store') }), settingsOf())).toBe(outdates);
  });

  test('outdates nothing where it may be stored', () => {
    expect(outdatesStored(requestOf({}), headOf({}), settingsOf())).toBe(false);
  });
});

test.each([
  { headers: cached('private'), isForOne: true },
  { headers: { 'Set-Cookie': 'a=1' }, isForOne: true },
  { ...AUTHORIZED, isForOne: true },
  { headers: cached('private="x-name"'), isForOne: false },
  { headers: cached('no-store'), isForOne: false },
])(
  'only the requesting client may receive $headers: $isForOne (RFC 9111 §3.5, §5.2.2.7, §7.3)',
  ({
    headers,
    isForOne,
    ...asked
  }: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly fields?: readonly string[];
    readonly isForOne: boolean;
  }) => {
    expect(isForOneClient(headOf(headers === undefined ? {} : { headers }), asked.fields ?? [])).toBe(isForOne);
  },
);
