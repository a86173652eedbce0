import { describe, expect, test } from 'vitest';
import { type ComposedHead, composeHead } from '../../../../server/edge/delivery/composed-head.ts';

const FIELDS = ['Content-Type', 'text/html', 'Content-Length', '2', 'Date', 'Sat, 21 Nov 2026 12:00:00 GMT'];
const HEAD = { status: 200, reason: 'OK', fields: FIELDS, keepAliveTimeout: 5_999 };

describe('a head that Node does not write', () => {
  test('has the fields in their order, and says that the connection persists', () => {
    expect(composeHead(HEAD)?.toString('latin1')).toBe(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT\r\n' +
        'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n',
    );
  });

  test('states no time where the server has none', () => {
    expect(composeHead({ ...HEAD, keepAliveTimeout: 0 })?.toString('latin1')).toMatch(/\r\nConnection: keep-alive\r\n\r\n$/);
  });

  test('may have every character that a field and a reason may have', () => {
    const head = composeHead({ ...HEAD, reason: 'Não\té', fields: [...FIELDS, "!#$%&'*+.^_`|~-aZ09", 'ação\t~ ÿ'] });
    expect(head?.toString('latin1')).toContain('HTTP/1.1 200 Não\té\r\n');
    expect(head?.toString('latin1')).toContain("\r\n!#$%&'*+.^_`|~-aZ09: ação\t~ ÿ\r\n");
  });

  test.each([204, 304])('needs no length with status %d', (status) => {
    expect(composeHead({ ...HEAD, status, fields: ['Date', 'x'] })).not.toBeNull();
  });

  test.each<readonly [why: string, head: ComposedHead]>([
    ['has a line break in its reason', { ...HEAD, reason: 'OK\r\nX: y' }],
    ['has a control character at the end of its reason', { ...HEAD, reason: 'OK\u007f' }],
    ['has a line break in a value', { ...HEAD, fields: [...FIELDS, 'X-A', 'a\r\nX-B: b'] }],
    ['has a line break before a value', { ...HEAD, fields: [...FIELDS, 'X-A', '\nb'] }],
    ['has a character beyond one byte in a value', { ...HEAD, fields: [...FIELDS, 'X-A', 'a…'] }],
    ['has a name with a space', { ...HEAD, fields: [...FIELDS, 'X A', 'a'] }],
    ['has a name with a colon at its end', { ...HEAD, fields: [...FIELDS, 'X-A:', 'a'] }],
    ['has a name with a line break before it', { ...HEAD, fields: [...FIELDS, '\nX-A', 'a'] }],
    ['has an empty name', { ...HEAD, fields: [...FIELDS, '', 'a'] }],
    ['has no Date', { ...HEAD, fields: FIELDS.slice(0, 4) }],
    ['has no length', { ...HEAD, fields: [...FIELDS.slice(0, 2), ...FIELDS.slice(4)] }],
    ...['Connection', 'keep-alive', 'Transfer-Encoding', 'TRAILER', 'Expect'].map((name): readonly [string, ComposedHead] => [
      `has ${name}, by which Node decides`,
      { ...HEAD, fields: [...FIELDS, name, 'x'] },
    ]),
  ])('is left to Node where it %s', (_why, head) => {
    expect(composeHead(head)).toBeNull();
  });
});
