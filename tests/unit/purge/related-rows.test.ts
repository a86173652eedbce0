import { describe, expect, it } from 'vitest';
import type { ContentBackend, GraphqlRequest } from '../../../server/backend/backend.ts';
import type { Lookups } from '../../../server/purge/change-purges.ts';
import { countLookups, findRelatedGroups } from '../../../server/purge/related-rows.ts';

/** The answer of the operation when the database has no row beside the changed ones. */
const NO_ROWS = {
  documento_arquivo: [],
  comunicado_arquivo: [],
  pessoa: [],
  documento_relacao: [],
  documento: [],
  membro_orgao: [],
  orgao_colegiado: [],
  reuniao: [],
  unidade: [],
  progestao_evidencia: [],
  numero_documento: [],
};

const NO_LOOKUPS: Lookups = new Map();

function backendWith(rows: object): { readonly backend: Pick<ContentBackend, 'execute'>; readonly requests: GraphqlRequest[] } {
  const requests: GraphqlRequest[] = [];
  const execute: ContentBackend['execute'] = async (request) => {
    requests.push(request);
    return { kind: 'data', json: JSON.stringify({ ...NO_ROWS, ...rows }) };
  };
  return { backend: { execute }, requests };
}

const related = (rows: object) => findRelatedGroups(backendWith(rows).backend, NO_LOOKUPS);

describe('groups of rows related to a change', () => {
  it.each(['documento', 'membro_orgao', 'orgao_colegiado', 'reuniao', 'unidade', 'progestao_evidencia'])(
    'are purged softly for a row of %s that cites the changed one',
    async (table) => {
      expect(await related({ [table]: [{ id: 7 }] })).toEqual({ hard: [], soft: [`${table}:7`, `${table}:7+`] });
    },
  );

  it('are those of both documents of a relation', async () => {
    const { soft } = await related({ documento_relacao: [{ de_id: 1, para_id: 2 }] });
    expect(soft).toEqual(['documento:1', 'documento:1+', 'documento:2', 'documento:2+']);
  });

  it('are those of the series that a number belongs to', async () => {
    expect(await related({ numero_documento: [{ indicador_codigo: 'rentabilidade' }] })).toEqual({
      hard: [],
      soft: ['indicador:rentabilidade', 'indicador:rentabilidade+'],
    });
  });

  it.each([
    ['a document', { documento_arquivo: [{ arquivo_id: 'ab-1' }] }],
    ['a notice', { comunicado_arquivo: [{ arquivo_id: 'ab-1' }] }],
    ['the photo of a person', { pessoa: [{ foto_arquivo_id: 'ab-1' }] }],
  ])('are purged hard for a file of %s', async (_name, rows) => {
    expect(await related(rows)).toEqual({ hard: ['arquivo:ab-1', 'files:ab-1'], soft: [] });
  });

  it('are named once when several rows name the same one', async () => {
    const { soft } = await related({ documento: [{ id: 3 }], documento_relacao: [{ de_id: 3, para_id: 3 }] });
    expect(soft.toSorted()).toEqual(['documento:3', 'documento:3+']);
  });
});

describe('the lookup', () => {
  it('sends the keys of every table, none where nothing changed', async () => {
    const { backend, requests } = backendWith({});
    const lookups: Lookups = new Map([
      ['documento', new Set(['1', '2'])],
      ['pessoa', new Set(['ana'])],
    ]);
    await findRelatedGroups(backend, lookups);
    expect(requests.map(({ variables }) => variables)).toEqual([
      { documentos: ['1', '2'], comunicados: [], reunioes: [], pessoas: ['ana'] },
    ]);
    expect(countLookups(lookups)).toBe(3);
  });

  it('rejects when the backend answers errors', async () => {
    const execute: ContentBackend['execute'] = async () => ({
      kind: 'errors',
      errors: [{ message: 'timed out', extensions: { path: '$', code: 'unexpected' } }],
    });
    await expect(findRelatedGroups({ execute }, NO_LOOKUPS)).rejects.toThrow('timed out');
  });

  it('rejects an errors answer without a message', async () => {
    const execute: ContentBackend['execute'] = async () => ({ kind: 'errors', errors: [] });
    await expect(findRelatedGroups({ execute }, NO_LOOKUPS)).rejects.toThrow('refused to look up');
  });

  it('rejects an answer that lacks a table', async () => {
    await expect(related({ unidade: undefined })).rejects.toThrow(/unidade/);
  });
});
