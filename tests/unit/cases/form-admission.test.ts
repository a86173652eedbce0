import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { admitForms } from '../../../server/cases/form-admission.ts';
import { createClientQuotas } from '../../../server/http/client-quotas.ts';

const OFFICE = '203.0.113.7';

/** A request of the office, with these fields. */
function request(...rawHeaders: readonly string[]): IncomingMessage {
  return { socket: { remoteAddress: OFFICE }, headers: {}, rawHeaders } as unknown as IncomingMessage;
}

test('slow forms with files keep others of their kind from the same address waiting, and no message, receipt or case', () => {
  const admit = admitForms(createClientQuotas({ trustProxy: 0, clock: { now: () => 0, after: () => () => undefined } }));
  const begin = (...rawHeaders: readonly string[]): string => {
    const turn = admit(request(...rawHeaders));
    return turn instanceof Promise ? 'waits' : turn.kind;
  };
  const withFiles = ['Content-Length', '10000000'];
  const slow = Array.from({ length: 5 }, () => begin(...withFiles));
  expect(slow).toEqual(['admitted', 'admitted', 'admitted', 'admitted', 'waits']);
  expect(begin('Transfer-Encoding', 'chunked')).toBe('waits');
  expect([begin('Content-Length', '20000'), begin(), begin('Content-Length', '262144')]).toEqual(['admitted', 'admitted', 'admitted']);
});
