import { expect, it } from 'vitest';
import { responseHead } from '../../../server/message/response-head.ts';

it.each([
  [404, ['Connection', 'close', 'Content-Length', '0'], 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'],
  [599, [], 'HTTP/1.1 599 \r\n\r\n'],
])('writes the head of a %i with the fields %j (RFC 9112 §2.1)', (status, fields, head) => {
  expect(responseHead(status, fields)).toBe(head);
});
