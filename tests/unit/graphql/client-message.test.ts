import { describe, expect, test } from 'vitest';
import { readClientMessage } from '../../../server/graphql/client-message.ts';

function init(payload: unknown, authorization: string | null): unknown {
  const message = readClientMessage(JSON.stringify({ type: 'connection_init', payload }), authorization);
  if (message.kind !== 'init') throw new Error(message.kind);
  return JSON.parse(message.text);
}

describe('a connection_init', () => {
  test.each([undefined, null, {}, { headers: null }, { headers: {} }])('gets the token in the payload %j', (payload) => {
    expect(init(payload, 'Bearer abc')).toEqual({ type: 'connection_init', payload: { headers: { Authorization: 'Bearer abc' } } });
  });

  test.each(['Authorization', 'authorization', 'AUTHORIZATION'])('keeps the %s of the script before the token of the cookie', (name) => {
    const payload = { lang: 'pt-BR', headers: { [name]: 'Bearer x', 'x-trace': '1', 'x-hasura-role': 'editor' } };
    for (const authorization of ['Bearer abc', null]) {
      expect(init(payload, authorization)).toEqual({ type: 'connection_init', payload });
    }
  });

  test.each(['x-hasura-admin-secret', 'X-Hasura-Admin-Secret', 'x-hasura-user-id'])('loses %s', (name) => {
    expect(init({ headers: { [name]: '1' } }, null)).toEqual({ type: 'connection_init', payload: { headers: {} } });
  });

  test.each([
    [
      '{"type":"connection_init","payload":{"headers":{"x-hasura-admin-secret":"s"}},"type":"ping"}',
      { kind: 'other', text: '{"type":"ping","payload":{"headers":{"x-hasura-admin-secret":"s"}}}' },
    ],
    [
      '{"type":"connection_init","payload":{"headers":{"x-hasura-admin-secret":"s"}},"payload":{}}',
      { kind: 'init', text: '{"type":"connection_init","payload":{"headers":{}}}' },
    ],
    [
      '{"type":"connection_init","payload":{"headers":{"x-hasura-admin-secret":"s"},"headers":{}}}',
      { kind: 'init', text: '{"type":"connection_init","payload":{"headers":{}}}' },
    ],
  ])('a connection_init with two members of one name is sent as it was read: %s', (text, expected) => {
    expect(readClientMessage(text, null)).toEqual(expected);
  });
});

describe('another message', () => {
  test.each(['{"type":"ping"}', '{"type":"subscribe","id":"1","payload":{"query":"{a}","variables":{"id":7,"v":1.5}}}'])(
    'passes on: %s',
    (text) => {
      expect(readClientMessage(text, 'Bearer abc')).toEqual({ kind: 'other', text });
    },
  );

  test('keeps the digits of long integers, as text', () => {
    expect(readClientMessage('{"type":"subscribe","payload":{"variables":{"id":9007199254740993}}}', null)).toEqual({
      kind: 'other',
      text: '{"type":"subscribe","payload":{"variables":{"id":"9007199254740993"}}}',
    });
  });

  test.each(['{', '[]', 'null', '', '1', '"connection_init"', `${'['.repeat(100_000)}${']'.repeat(100_000)}`])(
    'a message that is no object is invalid',
    (text) => {
      expect(readClientMessage(text, null)).toEqual({ kind: 'invalid' });
    },
  );
});
