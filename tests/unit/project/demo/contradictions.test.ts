/** Nothing that the demonstration says is denied by something else in it. What the database can tell is in its report (`contradicao`). */
import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../server/project/demo/loader/content.ts';
import type { DocumentoDemo } from '../../../../server/project/demo/loader/documents/document.ts';

const CONTENT = readContent(new Date('2026-11-21T12:00:00Z'));
const BY_KEY = new Map(CONTENT.documentos.map((documento) => [documento.chave, documento]));
const SECOES = new Map([
  ['atendimento', 8],
  ['programas', 9],
]);
const ROWS = new Map(CONTENT.steps.flatMap(({ tables }) => tables([], SECOES)).map(({ nome, linhas }) => [nome, linhas]));

const rowsOf = (table: string): readonly Readonly<Record<string, unknown>>[] => ROWS.get(table) ?? [];

const target = (chave: string): DocumentoDemo => BY_KEY.get(chave) ?? expect.fail(`no document ${chave}`);

/** Days that a document or a file of it is signed on. */
const daysOf = ({ data_ato, anexos }: DocumentoDemo): readonly string[] => [
  data_ato,
  ...anexos.flatMap((anexo) => ('conteudo' in anexo && anexo.conteudo.data !== undefined ? [anexo.conteudo.data] : [])),
];

describe('the demonstration', () => {
  it('publishes no act before its day, and no page is older than what it holds', () => {
    const rows = rowsOf('documento');
    expect(CONTENT.documentos.filter(({ data_ato, publicado_em }) => data_ato > publicado_em).map(({ chave }) => chave)).toEqual([]);
    const late = CONTENT.documentos.filter((documento, index) =>
      daysOf(documento).some((day) => day > String(rows[index]?.['atualizado_em']).slice(0, 10)),
    );
    expect(late.map(({ chave }) => chave)).toEqual([]);
    expect(CONTENT.documentos.filter((documento) => daysOf(documento).length > 1).length).toBeGreaterThan(20);
  });

  it('knows of every change of a law: its situation says so, and its history goes as far as the last one', () => {
    const changes = CONTENT.documentos.flatMap((documento) =>
      documento.relacoes.filter(({ tipo }) => tipo === 'altera').map(({ para }) => ({ by: documento, of: target(para) })),
    );
    expect(changes.length).toBeGreaterThan(2);
    for (const { by, of } of changes) {
      expect([of.chave, of.situacao_id]).toEqual([of.chave, 'alterada']);
      expect([of.chave, by.chave, of.versoes.some(({ alterado_em }) => alterado_em >= by.publicado_em)]).toEqual([
        of.chave,
        by.chave,
        true,
      ]);
    }
    const revoked = CONTENT.documentos.flatMap(({ revogado_por, situacao_id, chave }) =>
      revogado_por === undefined ? [] : [[chave, situacao_id]],
    );
    expect(revoked.filter(([, situacao]) => situacao !== 'revogada')).toEqual([]);
  });

  it('contracts after the tender has ended, with who won it, and pays no more than the contract says', () => {
    const contracts = CONTENT.documentos.filter(({ licitacao }) => licitacao !== undefined);
    expect(contracts.length).toBeGreaterThan(20);
    for (const { chave, licitacao = '', data_ato, interessado, valor, pagamentos } of contracts) {
      const tender = target(licitacao);
      expect([chave, tender.situacao_id]).toEqual([chave, 'homologada']);
      expect([chave, daysOf(tender).every((day) => day <= data_ato)]).toEqual([chave, true]);
      expect([chave, tender.resumo_simples.includes(String(interessado))]).toEqual([chave, true]);
      expect([chave, pagamentos?.valor]).toEqual([chave, valor]);
    }
  });

  it('names no state that has ended: contracts past their end are over', () => {
    const inForce = CONTENT.documentos.filter(({ situacao_id, vigencia_fim }) => situacao_id === 'vigente' && vigencia_fim !== null);
    expect(inForce.filter(({ vigencia_fim }) => String(vigencia_fim) < '2026-11-21')).toEqual([]);
    const later = readContent(new Date('2031-12-31T23:59:00Z')).documentos.filter(({ chave }) => chave === 'contrato:2026-0');
    expect(later.map(({ situacao_id }) => situacao_id)).toEqual(['encerrada']);
  });

  it('tells meetings that follow one another: what one asked for the next answers, and who was absent signs nothing', () => {
    const minutes = CONTENT.documentos
      .filter(({ chave }) => /^ata:comite_investimento:\d{4}-\d+$/.test(chave))
      .toSorted((a, b) => (a.data_ato < b.data_ato ? -1 : 1));
    expect(minutes.length).toBeGreaterThan(80);
    const told = minutes.map(({ conteudo }) => conteudo.blocos.filter((bloco) => typeof bloco === 'string').join(' '));
    const unanswered = told.filter((text, index) => {
      const before = minutes[index - 1];
      return (
        before !== undefined &&
        !text.includes(`Em resposta ao que foi pedido na ${before.titulo.replace('Ata da ', '')}, a diretoria informou`)
      );
    });
    expect(unanswered).toEqual([]);
    const absences = told.flatMap((text, index) => {
      const [, absent] = /([^.]*?) justificou a ausência/.exec(text) ?? /falta justificada de ([^.]*)/.exec(text) ?? [];
      return absent === undefined ? [] : [{ absent: absent.trim(), signed: JSON.stringify(minutes[index]?.conteudo.assinaturas) }];
    });
    expect(absences.length).toBeGreaterThan(10);
    expect(absences.filter(({ absent, signed }) => signed.includes(absent))).toEqual([]);
    // No two of them say the same, and no discussion is told in the same words half of the time.
    expect(new Set(told).size).toBe(told.length);
    const sentences = told.flatMap((text) => text.replaceAll(/\d[\d.,]*/g, '#').split('. '));
    expect(new Set(sentences).size).toBeGreaterThan(60);
  });

  it('pays no month the same return: figures come from a run of the fund, month by month', () => {
    const shown = CONTENT.documentos
      .filter(({ chave }) => chave.startsWith('avaliacao:'))
      .map(({ numeros }) => numeros?.valores['atuarial_cobertura'] ?? 0);
    const steps = shown.slice(1).map((value, index) => Math.round(100 * (value - (shown[index] ?? 0))));
    expect(new Set(steps).size).toBeGreaterThan(steps.length / 2);
    const summaries = CONTENT.documentos
      .filter(({ chave }) => /^(gestao|avaliacao|prestacao|parecer|relatorio-investimento):\d{4}$/.test(chave))
      .map(({ resumo_simples }) => resumo_simples);
    expect(summaries.length).toBeGreaterThan(10);
    expect(new Set(summaries).size).toBe(summaries.length);
  });

  it('gives every meeting a day, and none that is still to come has taken place', () => {
    const meetings = rowsOf('reuniao');
    expect(meetings.filter(({ inicio }) => inicio === null || inicio === undefined)).toEqual([]);
    expect(meetings.filter(({ inicio, situacao }) => situacao === 'realizada' && String(inicio) > '2026-11-21')).toEqual([]);
  });

  it('has no member in office whose certification expired before the last day that it tells', () => {
    const inOffice = rowsOf('membro_orgao').filter(({ mandato_fim }) => String(mandato_fim) > '2027-12-31');
    expect(inOffice.length).toBeGreaterThan(10);
    const expired = inOffice.filter(({ certificacao_validade: day }) => typeof day === 'string' && day < '2027-12-31');
    expect(expired).toEqual([]);
  });

  it('says nothing of health in what lists and search engines show of a person', () => {
    const health = /incapacidade|invalidez|doença|moléstia|deficiência|laudo|perícia/i;
    const acts = CONTENT.documentos.filter(({ contem_dado_pessoal }) => contem_dado_pessoal);
    expect(acts.length).toBeGreaterThan(50);
    expect(acts.filter((act) => health.test(JSON.stringify(act))).map(({ chave }) => chave)).toEqual([]);
  });
});
