import { expect, test } from 'vitest';
import { type ContentBackend, type GraphqlAnswer, PUBLIC_CALLER } from '../../../server/backend/backend.ts';
import { warnOfMissingImageSizes } from '../../../server/backend/missing-image-sizes.ts';
import { NO_AUTH } from '../../support/no-auth.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

function noticing(...answers: readonly GraphqlAnswer[]) {
  const told: unknown[] = [];
  const left = [...answers];
  const inner: ContentBackend = {
    kind: 'embedded',
    isDemonstration: () => true,
    allowList: undefined,
    auth: NO_AUTH,
    execute: async () => left.shift() ?? { kind: 'data', json: '{}' },
    subscribe: async function* () {},
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange: () => () => {},
    health: async () => [],
    close: async () => {},
  };
  const backend = warnOfMissingImageSizes(inner, { ...SILENT_LOG, warn: (fields) => told.push(fields) });
  return { told, next: () => backend.execute({ query: '' }, { caller: PUBLIC_CALLER }) };
}

const data = (value: unknown): GraphqlAnswer => ({ kind: 'data', json: JSON.stringify(value) });
const arquivo = (id: string, largura: number | null, altura: number | null) => ({ __typename: 'arquivo', id, alt: '', largura, altura });

test('logs each picture without a size once, wherever it stands in the answer', async () => {
  const answer = data({
    noticia: [{ titulo: 'a', imagem: arquivo('a', null, null) }, { imagem: arquivo('b', 800, 0) }, { imagem: arquivo('c', 8, 6) }],
  });
  const { told, next } = noticing(answer, answer);
  expect(await next()).toBe(answer);
  await next();
  expect(told).toEqual([{ arquivo: 'a' }, { arquivo: 'b' }]);
});

test.each([
  ['a picture with its size', data({ imagem: arquivo('a', 8, 6) })],
  ['a file of which no size was asked', data({ anexo: { __typename: 'arquivo', id: 'a', nome: 'x.pdf' } })],
  ['another kind of row', data({ sala: { __typename: 'sala', id: 'a', largura: null, altura: null } })],
  ['a text that speaks of one', data({ texto: '{"__typename":"arquivo","id":"a","largura":null,"altura":null}' })],
  [
    'an answer of errors',
    { kind: 'errors', errors: [{ message: '"largura":null', extensions: { path: '$', code: 'unexpected' } }] } satisfies GraphqlAnswer,
  ],
])('does not log %s', async (_name, answer) => {
  const { told, next } = noticing(answer);
  expect(await next()).toBe(answer);
  expect(told).toEqual([]);
});
