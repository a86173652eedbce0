import { describe, expect, it } from 'vitest';
import { endToEndFields } from '../../../server/message/forwarding.ts';

describe('endToEndFields', () => {
  it.each([
    'Connection',
    'Keep-Alive',
    'Proxy-Authenticate',
    'Proxy-Authentication-Info',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
  ])('removes %s, which is for one connection (RFC 9110 section 7.6.1)', (name) => {
    expect(endToEndFields([name, 'x', 'A', '1'])).toEqual(['A', '1']);
  });

  it('removes the fields that Connection names, in each of its lines', () => {
    const fields = ['Connection', 'X-One, close', 'X-One', '1', 'connection', 'x-TWO', 'X-Two', '2', 'X-Three', '3'];
    expect(endToEndFields(fields)).toEqual(['X-Three', '3']);
  });

  it('keeps Host and Content-Length, whatever Connection names', () => {
    const fields = ['Host', 'a', 'Content-Length', '5', 'Connection', 'host, content-length'];
    expect(endToEndFields(fields)).toEqual(['Host', 'a', 'Content-Length', '5']);
  });
});
