import type { ConformanceCase } from './case.ts';

const CC = 'Cache-Control';

/** What an update may leave in the store: RFC 9111 §3, §4.3.4, §4.3.5. */
export const KEEPING_CASES: readonly ConformanceCase[] = [
  ...['private', 'no-cache'].map(
    (directive): ConformanceCase => ({
      id: `field-named-by-${directive}-does-not-come-back-with-an-update`,
      kind: 'required',
      source: 'RFC 9111 §5.2.2.7, §5.2.2.4',
      exchanges: [
        {
          origin: { headers: { [CC]: `max-age=1, ${directive}="X-User"`, 'X-User': 'ana', 'X-All': '1', ETag: '"a"' } },
          expect: { answer: 1, headers: { 'x-user': 'ana' } },
        },
        {
          after: 3,
          origin: { status: 304, headers: { [CC]: 'max-age=60', ETag: '"a"' } },
          expect: { status: 200, answer: 1, headers: { 'x-user': null, 'x-all': '1' } },
        },
        { expect: { answer: 1, headers: { 'x-user': null, 'x-all': '1' } } },
      ],
    }),
  ),
];
