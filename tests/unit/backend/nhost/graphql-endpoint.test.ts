import { describe, expect, test } from 'vitest';
import { ADMIN_CALLER, type Caller, PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { callerFields, graphqlAddress } from '../../../../server/backend/nhost/graphql-endpoint.ts';

describe('graphqlAddress', () => {
  test.each([
    ['https://abc.hasura.sa-east-1.nhost.run/v1/graphql', 'https://abc.hasura.sa-east-1.nhost.run/v1/graphql'],
    ['https://abc.hasura.sa-east-1.nhost.run', 'https://abc.hasura.sa-east-1.nhost.run/v1/graphql'],
    ['https://abc.graphql.sa-east-1.nhost.run/v1', 'https://abc.graphql.sa-east-1.nhost.run/v1'],
    ['https://abc.graphql.sa-east-1.nhost.run/v1/', 'https://abc.graphql.sa-east-1.nhost.run/v1'],
    ['https://abc.graphql.sa-east-1.nhost.run/', 'https://abc.graphql.sa-east-1.nhost.run/v1'],
    ['https://conteudo.example/hasura/v1/graphql', 'https://conteudo.example/hasura/v1/graphql'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1/graphql'],
  ])('%s is %s', (given, address) => {
    expect(graphqlAddress(given).href).toBe(address);
  });
});

describe('callerFields', () => {
  const SECRET = 'um-segredo-de-teste';
  const editor: Caller = { role: 'editor', trust: 'signed-in', session: { 'x-hasura-user-id': 'u' }, token: 'a.b.c' };

  test('sends nothing for the public', () => {
    expect(callerFields(PUBLIC_CALLER, SECRET)).toEqual({});
  });

  test('sends the token of a caller who signed in, and neither the secret nor its session', () => {
    expect(callerFields(editor, SECRET)).toEqual({ Authorization: 'Bearer a.b.c', 'x-hasura-role': 'editor' });
  });

  test('sends the admin secret with the role and session of a service', () => {
    const caller: Caller = { role: 'editor', trust: 'service', session: { 'x-hasura-user-id': 'u', cookie: 'no' } };
    expect(callerFields(caller, SECRET)).toEqual({ 'x-hasura-user-id': 'u', 'x-hasura-role': 'editor', 'x-hasura-admin-secret': SECRET });
    expect(callerFields(ADMIN_CALLER, SECRET)).toEqual({ 'x-hasura-role': 'admin', 'x-hasura-admin-secret': SECRET });
  });

  test('never falls back to the secret for a caller without its token', () => {
    const { token: _token, ...without } = editor;
    expect(() => callerFields(without, SECRET)).toThrow('without a token');
  });
});
