import { expect, test } from 'vitest';
import { isBurst } from '../../../server/http/connections/bounds.ts';

const request = (method: string): string => `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`;

test.each([
  ['sixteen requests', request('GET').repeat(16), false],
  ['seventeen requests', request('GET').repeat(17), true],
  ['seventeen requests of which the last is not whole', request('GET').repeat(17).slice(0, -1), false],
  ['seventeen requests for heads', request('HEAD').repeat(17), true],
  ['content with seventeen empty lines', `${request('POST')}${'\r\n\r\n'.repeat(17)}`, false],
  ['a method that only begins like one without content', request('GETTY').repeat(17), false],
  ['a method that only ends like one without content', request('XGET').repeat(17), false],
  ['nothing', '', false],
])('says of %s whether more is there than may be sent ahead', (_what, bytes, isMore) => {
  expect(isBurst(Buffer.from(bytes))).toBe(isMore);
});
