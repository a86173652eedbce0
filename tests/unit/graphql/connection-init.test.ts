import { describe, expect, test } from 'vitest';
import { authorizeConnectionInit } from '../../../server/graphql/connection-init.ts';

function init(payload: unknown, authorization: string | null): unknown {
  return JSON.parse(authorizeConnectionInit(JSON.stringify({ type: 'connection_init', payload }), authorization));
}

describe('authorizeConnectionInit', () => {
  test.each([undefined, null, {}, { headers: null }, { headers: {} }])('adds the token to the payload %j', (payload) => {
    expect(init(payload, 'Bearer abc')).toEqual({ type: 'connection_init', payload: { headers: { Authorization: 'Bearer abc' } } });
  });

  test('keeps the rest of the payload and replaces the authorization of the script', () => {
    const payload = { lang: 'pt-BR', headers: { authorization: 'Bearer velho', 'x-trace': '1', 'x-hasura-role': 'editor' } };
    expect(init(payload, 'Bearer abc')).toEqual({
      type: 'connection_init',
      payload: { lang: 'pt-BR', headers: { 'x-trace': '1', 'x-hasura-role': 'editor', Authorization: 'Bearer abc' } },
    });
  });

  test('keeps the authorization of the script when there is no cookie', () => {
    expect(init({ headers: { Authorization: 'Bearer x' } }, null)).toMatchObject({ payload: { headers: { Authorization: 'Bearer x' } } });
  });

  test.each(['x-hasura-admin-secret', 'X-Hasura-Admin-Secret', 'x-hasura-user-id'])('drops %s', (name) => {
    expect(init({ headers: { [name]: '1' } }, null)).toEqual({ type: 'connection_init', payload: { headers: {} } });
  });

  test.each(['{"type":"ping"}', '{"type":"subscribe","id":"1","payload":{"query":"{a}"}}', '{', '[]', 'null', ''])(
    'passes %j on untouched',
    (text) => {
      expect(authorizeConnectionInit(text, 'Bearer abc')).toBe(text);
    },
  );
});
