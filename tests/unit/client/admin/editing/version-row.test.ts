import { describe, expect, it, test } from 'vitest';
import { differingFields, publicationFields, versionRow } from '../../../../../client/admin/editing/history/version-row.ts';
import { contentTypeOf } from '../../../../../client/admin/resources/content-types.ts';
import { DOCUMENT } from '../../../../../client/admin/resources/document.ts';

/** As `listar_versoes` answers it: lists by their tables, with columns that no form has, and without those that are null. */
const LINHA = {
  titulo: 'Contrato 7',
  documento_arquivo: [
    { documento_id: 7, arquivo_id: 'a', papel: 'principal', ordem: 0 },
    { documento_id: 7, arquivo_id: 'b', papel: 'anexo', rotulo: 'Anexo I', ordem: 1 },
  ],
  pagamento: [
    { id: 1, documento_id: 7, pago_em: '2026-01-10', valor: 1500.5 },
    { id: 2, documento_id: 7, pago_em: '2026-02-10', valor: 80 },
  ],
};
const FORM = {
  titulo: 'Contrato 7',
  arquivos: [
    { arquivo_id: 'a', papel: 'principal', rotulo: null },
    { arquivo_id: 'b', papel: 'anexo', rotulo: 'Anexo I' },
  ],
  pagamentos: [
    { pago_em: '2026-02-10', valor: 80, referente_a: null, empenho: null },
    { pago_em: '2026-01-10', valor: 1500.5, referente_a: '', empenho: null },
  ],
};

describe('the row of a version', () => {
  it('has its lists under the names of the form, with the columns of the form', () => {
    expect(versionRow(DOCUMENT, LINHA)).toMatchObject({ titulo: 'Contrato 7', arquivos: FORM.arquivos });
  });

  it('does not differ from a form with the same rows, in whatever order those of a list without an order come', () => {
    expect(differingFields(DOCUMENT, versionRow(DOCUMENT, LINHA), FORM)).toEqual([]);
  });

  it('differs where a list has other rows, or the rows of an ordered list another order', () => {
    const form = { ...FORM, arquivos: FORM.arquivos.toReversed(), pagamentos: FORM.pagamentos.slice(1) };
    expect(differingFields(DOCUMENT, versionRow(DOCUMENT, LINHA), form)).toEqual(['arquivos', 'pagamentos']);
  });
});

test('an earlier version brings nothing that decides whether the public sees the row', () => {
  expect([...publicationFields(DOCUMENT)]).toEqual(['publicado', 'publicado_em', 'retirado_em', 'retirado_motivo']);
  expect([...publicationFields({ publication: { flag: 'ativo' } })]).toEqual(['ativo']);
  expect([...publicationFields({})]).toEqual([]);
  const terms = ['comunicado', 'banner_comunicado', 'membro_orgao'].map((table) => [...publicationFields(contentTypeOf(table))]);
  expect(terms).toEqual([
    ['publicado', 'publicado_em', 'valido_ate', 'valido_de'],
    ['publicado', 'exibir_de', 'exibir_ate'],
    ['publicado', 'mandato_fim', 'mandato_inicio'],
  ]);
});
