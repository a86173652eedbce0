import { describe, expect, test } from 'vitest';
import { readGraphqlAnswer } from '../../../../server/backend/nhost/graphql-answer.ts';

describe('readGraphqlAnswer', () => {
  test.each([
    ['{"data":{"a":9223372036854775807,"b":10.50}}', '{"a":9223372036854775807,"b":10.50}'],
    ['{"data":{"a":"}"}}', '{"a":"}"}'],
    ['{"data":{"a":1}} \n', '{"a":1}'],
    ['{ "data" : {"a":9223372036854775807,"b":10.50} }', '{"a":9223372036854775807,"b":10.50}'],
    ['{"data":{"a":1.0},"extensions":{"x":{"data":2}}}', '{"a":1.0}'],
    ['{"extensions":{},"data":{"a":1e3}}', '{"a":1e3}'],
  ])('keeps every digit of %s', (text, json) => {
    expect(readGraphqlAnswer(text)).toEqual({ kind: 'data', json });
  });

  test('reads errors, whatever stands beside them', () => {
    const entry = { message: 'x', extensions: { path: '$.selectionSet.a', code: 'validation-failed' } };
    expect(readGraphqlAnswer(JSON.stringify({ errors: [{ ...entry, locations: [] }], data: null }))).toEqual({
      kind: 'errors',
      errors: [entry],
    });
    expect(readGraphqlAnswer('{"errors":[{"message":"x"}]}')).toEqual({
      kind: 'errors',
      errors: [{ message: 'x', extensions: { path: '$', code: 'unexpected' } }],
    });
  });

  test.each(['', '{"data":{"a":1', '<html>', 'null', '{}', '{"data":null}', '{"data":3}', '{"errors":[]}'])('refuses %j', (text) => {
    expect(() => readGraphqlAnswer(text)).toThrow(expect.objectContaining({ code: 'NETWORK' }));
  });
});
