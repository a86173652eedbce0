import { InMemoryCache } from '@apollo/client';
import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Caller, type GraphqlRequest, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { createAllowedOperations, permittedRequest } from '../../../server/graphql/allowed-operations.ts';
import { QUERY_TEXTS } from '../../../shared/graphql/generated/all.ts';
import { SYNTAX_TREES } from '../../../shared/graphql/generated/syntax-trees.ts';

const findAllowed = createAllowedOperations(Object.values(QUERY_TEXTS));

describe('known queries', () => {
  test.each(Object.entries(SYNTAX_TREES))('%s is known as the browser prints it', (name, document) => {
    const sent = print(new InMemoryCache().transformDocument(document));
    expect(findAllowed(sent)).toBe(Object.entries(QUERY_TEXTS).find(([known]) => known === name)?.[1]);
  });

  test('throws when one of the texts is not GraphQL', () => {
    expect(() => createAllowedOperations(['query {'])).toThrow('Syntax Error');
  });

  test('distinguishes queries by spaces and commas inside string values', () => {
    const find = createAllowedOperations(['{ pagina(where: {slug: {_eq: "a, b"}}) { id } }']);
    expect(find('{pagina(where:{slug:{_eq:"a, b"}}){id}}')).not.toBeNull();
    expect(find('{pagina(where:{slug:{_eq:"a b"}}){id}}')).toBeNull();
    expect(find('{pagina(where:{slug:{_eq:"a,  b"}}){id}}')).toBeNull();
  });
});

test('a visitor may send variables as long as a thousand keys, is told where they are longer, and a person who has signed in may send them', () => {
  const request = (variables: object) => ({ query: QUERY_TEXTS.Faq, variables: { ...variables } });
  const keys = (count: number) => request({ paginas: Array.from({ length: count }, () => 'a'.repeat(60)) });
  const words = (text: string) => request({ palavra1: text });
  const permitted = (asked: GraphqlRequest, caller: Caller = PUBLIC_CALLER) => permittedRequest(asked, caller, findAllowed);
  expect(permitted(keys(1_000))).toEqual({ kind: 'request', request: keys(1_000) });
  expect(permitted(keys(1_100))).toMatchObject({ error: { message: 'the variables are longer than 65536 characters' } });
  expect(permitted(words('ç'.repeat(1_000)))).toMatchObject({ kind: 'request' });
  expect(permitted(words('ç'.repeat(1_001)))).toMatchObject({ error: { message: 'a text among the variables is longer than 2000 bytes' } });
  const editor = { ...PUBLIC_CALLER, role: 'editor', trust: 'signed-in' } as const;
  expect(permitted(keys(1_100), editor)).toMatchObject({ kind: 'request' });
  expect(permitted(words('ç'.repeat(1_001)), editor)).toMatchObject({ kind: 'request' });
});
