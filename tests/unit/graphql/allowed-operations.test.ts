import { InMemoryCache } from '@apollo/client';
import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { PUBLIC_CALLER } from '../../../server/backend/backend.ts';
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

test('a visitor may send variables as long as a thousand keys, and a person who has signed in longer ones', () => {
  const request = (palavra1: string) => ({ query: QUERY_TEXTS.Faq, variables: { palavra1 } });
  expect(permittedRequest(request('%a'.repeat(30_000)), PUBLIC_CALLER, findAllowed)).not.toBeNull();
  expect(permittedRequest(request('%a'.repeat(40_000)), PUBLIC_CALLER, findAllowed)).toBeNull();
  const editor = { ...PUBLIC_CALLER, role: 'editor', trust: 'signed-in' } as const;
  expect(permittedRequest(request('%a'.repeat(40_000)), editor, findAllowed)).not.toBeNull();
});
