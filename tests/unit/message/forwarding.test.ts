import { describe, expect, it } from 'vitest';
import { countMaxForwards, endToEndFields } from '../../../server/message/forwarding.ts';

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

describe('countMaxForwards', () => {
  it.each(['TRACE', 'OPTIONS'])('counts one hop of %s (RFC 9110 section 7.6.2)', (method) => {
    expect(countMaxForwards(method, ['A', '1', 'max-forwards', '10'])).toEqual({
      kind: 'forward',
      fields: ['A', '1', 'Max-Forwards', '9'],
    });
    expect(countMaxForwards(method, ['Max-Forwards', '1'])).toEqual({ kind: 'forward', fields: ['Max-Forwards', '0'] });
    expect(countMaxForwards(method, ['Max-Forwards', '0'])).toEqual({ kind: 'last' });
  });

  it.each([
    ['another method', 'GET', ['Max-Forwards', '0']],
    ['no method', undefined, ['Max-Forwards', '0']],
    ['no field', 'TRACE', ['A', '1']],
    ['a number below zero', 'TRACE', ['Max-Forwards', '-1']],
    ['a number with letters', 'TRACE', ['Max-Forwards', '1x']],
    ['letters before a number', 'TRACE', ['Max-Forwards', 'x1']],
    ['two numbers', 'TRACE', ['Max-Forwards', '1', 'Max-Forwards', '1']],
    ['an empty value', 'TRACE', ['Max-Forwards', '']],
    ['more digits than a number holds', 'TRACE', ['Max-Forwards', '1000000000000000']],
  ])('leaves the fields as they are: %s', (_case, method, fields) => {
    expect(countMaxForwards(method, fields)).toEqual({ kind: 'forward', fields });
  });
});
