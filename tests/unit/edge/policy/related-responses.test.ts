/** Which stored responses a miss uses although none of them answers it (RFC 9111 §3.4, §4.3.1). */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  answersEdgeOnly,
  completesPart,
  type RelatedPart,
  relatedResponses,
  requestsComplete,
} from '../../../../server/edge/policy/related-responses.ts';
import { type ClientRequest, readClientRequest } from '../../../../server/edge/request/client-request.ts';
import { plainTarget } from '../../../../server/edge/request/target.ts';
import type { ForwardReason } from '../../../../server/edge/response/cache-status.ts';
import { type LogicalTimestamp, readHead, type StoredResponse, storedResponse } from '../../../../server/edge/response/stored-response.ts';

function client(fields: readonly string[] = [], method = 'GET', url = '/'): ClientRequest {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, rawHeaders: ['Host', 'site.test', ...fields] });
  const rules = { targetOf: plainTarget, keyPrefix: '', clientDirectives: 'honour', credentials: 'honour' } as const;
  return readClientRequest(request, new ServerResponse(request), rules);
}

function headOf(status: number, fields: readonly string[]) {
  const rules = { targets: [], varyInKey: [] };
  return readHead(status, 'OK', fields, { requestedAt: 0, receivedAt: 0 }, rules);
}

/** The bytes 4 to 6 of 10. */
function part(fields: readonly string[] = ['ETag', '"a"'], request: readonly string[] = []): StoredResponse {
  const head = headOf(206, ['Content-Range', 'bytes 4-6/10', ...fields]);
  return storedResponse(head, Buffer.from('efg'), 1 as LogicalTimestamp, request, { scope: '', url: '/' });
}

function complete(etag: string, status = 200): StoredResponse {
  return storedResponse(headOf(status, ['ETag', etag]), Buffer.from('x'), 1 as LogicalTimestamp, [], { scope: '', url: '/' });
}

interface Rules {
  readonly conditionalMiss?: 'forward' | 'fill';
  readonly bodyBytes?: number;
  readonly fillsRange?: boolean;
}

const rulesOf = ({ conditionalMiss = 'forward', bodyBytes = 1_000, fillsRange = false }: Rules) => ({
  conditionalMiss,
  fillsRange: (url: string) => fillsRange && url === '/',
  bounds: { bodyBytes },
});

function related(asking: ClientRequest, reason: ForwardReason, variants: readonly StoredResponse[], rules: Rules = {}) {
  return relatedResponses(asking, reason, () => variants, rulesOf(rules));
}

/** The range that the edge asks for to complete a stored part; null where the client's request is forwarded unchanged. */
function missing(range: string | null, variants: readonly StoredResponse[], rules: Rules = {}, more: readonly string[] = []) {
  const found = related(client([...(range === null ? [] : ['Range', range]), ...more]), 'partial', variants, rules);
  return found?.kind === 'part' ? `${found.missing.first}-${found.missing.last}/${found.complete}` : null;
}

describe('the missing part of an incomplete response', () => {
  test.each([
    ['bytes=4-7', '7-7/10'],
    ['bytes=6-9', '7-9/10'],
    ['bytes=5-', '7-9/10'],
    ['bytes=3-6', '3-3/10'],
    ['bytes=0-4', '0-3/10'],
    ['bytes=4-6', null],
    ['bytes=5-5', null],
    ['bytes=3-7', null],
    ['bytes=7-9', null],
    ['bytes=0-3', null],
    ['bytes=5-7,9-9', null],
    ['bytes=20-', null],
    ['lines=5-7', null],
    [null, null],
  ])('the missing part for %s of the bytes 4 to 6 is %s', (range, expected) => {
    expect(missing(range, [part()])).toBe(expected);
  });

  test('the missing part for a complete response is what follows its beginning', () => {
    const head = headOf(206, ['Content-Range', 'bytes 0-2/10', 'ETag', '"a"']);
    expect(missing(null, [storedResponse(head, Buffer.from('abc'), 1 as LogicalTimestamp, [], { scope: '', url: '/' })])).toBe('3-9/10');
  });

  test.each<[string, readonly StoredResponse[], string | null]>([
    ['a strong tag', [part(['ETag', '"a"'])], '7-7/10'],
    ['a weak tag', [part(['ETag', 'W/"a"'])], null],
    ['no tag', [part([])], null],
    ['all bytes', [complete('"a"')], null],
    ['other request fields', [part(['ETag', '"a"', 'Vary', 'A'], ['A', '1'])], null],
    ['other request fields before a fitting one', [part(['ETag', '"a"', 'Vary', 'A'], ['A', '1']), part()], '7-7/10'],
  ])('the missing part of a response with %s is %3$s', (_what, variants, expected) => {
    expect(missing('bytes=4-7', variants)).toBe(expected);
  });

  test.each([
    ['"a"', '7-7/10'],
    [' "a"', '7-7/10'],
    ['"b"', null],
  ])('the missing part with If-Range %s is %s', (ifRange, expected) => {
    expect(missing('bytes=4-7', [part()], {}, ['If-Range', ifRange])).toBe(expected);
  });

  test.each([
    [6, '7-9/10'],
    [5, null],
  ])('is asked for where all fits the bound of %d bytes: %s', (bodyBytes, expected) => {
    expect(missing('bytes=4-9', [part()], { bodyBytes })).toBe(expected);
  });

  test('is of use only for a request that a part would answer', () => {
    const asking = client(['Range', 'bytes=4-7']);
    expect(related(asking, 'partial', [part()])).toMatchObject({ kind: 'part' });
    for (const reason of ['uri-miss', 'vary-miss', 'stale'] as const) expect(related(asking, reason, [part()])).toBeNull();
  });
});

describe('other variants', () => {
  test('are offered where they are complete, successful and have a strong tag', () => {
    const offered = [complete('"a"'), complete('"b"')];
    const variants = [complete('W/"c"'), ...offered, complete('"d"', 404), part()];
    expect(related(client(), 'vary-miss', variants)).toEqual({ kind: 'variants', stored: offered });
    expect(related(client(), 'vary-miss', [part(), complete('W/"c"')])).toBeNull();
  });

  test.each<[string, ClientRequest, Rules, boolean]>([
    ['a GET', client(), {}, true],
    ['a HEAD', client([], 'HEAD'), {}, false],
    ['a request with no-store', client(['Cache-Control', 'no-store']), {}, false],
    ['a request for a part', client(['Range', 'bytes=0-1']), {}, false],
    ['a request with a condition of its own', client(['If-None-Match', '"x"']), {}, false],
    ['a request with a condition that the edge evaluates', client(['If-None-Match', '"x"']), { conditionalMiss: 'fill' }, true],
  ])('are offered for %s: %3$s', (_what, asking, rules, offers) => {
    expect(related(asking, 'vary-miss', [complete('"a"')], rules) !== null).toBe(offers);
  });
});

describe('a miss', () => {
  const range = ['Range', 'bytes=0-1'];

  test.each<[string, ClientRequest, Rules, boolean]>([
    ['of a whole', client(), {}, true],
    ['of a part', client(range), {}, false],
    ['of a part of what is filled', client(range), { fillsRange: true }, true],
    ['of a part of something else', client(range, 'GET', '/other'), { fillsRange: true }, false],
    ['of a part with no-store', client([...range, 'Cache-Control', 'no-store']), { fillsRange: true }, false],
    ['of a part with a condition for the origin', client([...range, 'If-None-Match', '"a"']), { fillsRange: true }, false],
    [
      'of a part with a condition for the edge',
      client([...range, 'If-None-Match', '"a"']),
      { fillsRange: true, conditionalMiss: 'fill' },
      true,
    ],
    ['of a HEAD with a range', client(range, 'HEAD'), {}, false],
    ['of a HEAD with a range that the edge fills', client(range, 'HEAD'), { conditionalMiss: 'fill' }, true],
  ])('%s asks for the complete response: %3$s', (_what, asking, rules, asks) => {
    expect(requestsComplete(asking, rulesOf(rules))).toBe(asks);
  });

  test('a miss that asks for the complete response uses no stored part', () => {
    const asking = client(['Range', 'bytes=4-7']);
    expect(related(asking, 'partial', [part()], { fillsRange: true })).toBeNull();
  });
});

describe('the answer to the edge’s own range', () => {
  const asked: RelatedPart = { kind: 'part', stored: part(), missing: { first: 7, last: 9 }, complete: 10 };

  test.each([
    [206, '"a"', 'bytes 7-9/10', true],
    [200, '"a"', 'bytes 7-9/10', false],
    [206, '"b"', 'bytes 7-9/10', false],
    [206, '"a"', 'bytes 6-8/10', false],
    [206, '"a"', 'bytes 7-8/10', false],
    [206, '"a"', 'bytes 7-9/11', false],
    [206, '"a"', 'bytes */10', false],
  ])('an answer with %d, the tag %s and %s completes the stored part: %s', (status, etag, contentRange, completes) => {
    expect(completesPart(asked, headOf(status, ['ETag', etag, 'Content-Range', contentRange]))).toBe(completes);
  });

  test.each([
    [304, true, true],
    [206, true, false],
    [416, true, false],
    [200, false, false],
    [404, false, false],
  ])(
    'an answer of the status %d is only for the edge after a range (%s), and after a condition (%s)',
    (status, afterRange, afterCondition) => {
      const variants = { kind: 'variants', stored: [complete('"a"')] } as const;
      expect([answersEdgeOnly(asked, status), answersEdgeOnly(variants, status)]).toEqual([afterRange, afterCondition]);
    },
  );
});
