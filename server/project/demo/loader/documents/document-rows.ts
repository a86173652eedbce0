import { anoDe, cameUntil, type Dia, dia, diaDaSemana, instante, mesDe, REFERENCIA, somarDias } from '../dates.ts';
import type { ArquivoDoDocumento } from '../files.ts';
import type { Linha, Tabela } from '../rows.ts';
import { COLUNAS, type DocumentoDemo } from './document.ts';

/** How the documents name other rows. All throw a RangeError for an unknown key. */
export interface Ids {
  readonly documento: (chave: string) => number;
  readonly reuniao: (chave: string) => number;
  readonly orgao: (chave: string) => number;
}

/** Returns a function that gives the position of a key in a list, from 1. */
export function idsOf(kind: string, list: readonly { readonly chave: string }[]): (chave: string) => number {
  const ids = new Map(list.map(({ chave }, index) => [chave, index + 1]));
  return (chave) => {
    const id = ids.get(chave);
    if (id === undefined) {
      throw new RangeError(`no ${kind} has the key ${chave}`);
    }
    return id;
  };
}

/** The day of the last thing that was added to a document: itself, a change, or a file of a later day such as the end of a tender. */
function ultimaMudanca({ publicado_em, versoes: alteracoes, anexos }: DocumentoDemo): Dia {
  const dias = anexos.flatMap((anexo) => ('conteudo' in anexo && anexo.conteudo.data !== undefined ? [anexo.conteudo.data] : []));
  return [publicado_em, ...alteracoes.map(({ alterado_em }) => alterado_em), ...dias].toSorted().at(-1) ?? publicado_em;
}

function linhaDoDocumento(documento: DocumentoDemo, ids: Ids): Linha {
  const { publicado_em, pncp_id, diario_oficial_edicao, retirado_em, versoes: alteracoes } = documento;
  const optional = (id: (chave: string) => number, chave: string | undefined): number | null => (chave === undefined ? null : id(chave));
  return {
    ...Object.fromEntries(Object.entries(documento).filter(([coluna]) => coluna in COLUNAS)),
    id: ids.documento(documento.chave),
    pncp_url: pncp_id === null ? null : `https://pncp.example/app/${pncp_id}`,
    diario_oficial_url: diario_oficial_edicao === null ? null : 'https://diario.vilaserena.example/',
    retirado_em: retirado_em === null ? null : instante(retirado_em, '16:00'),
    edicao: alteracoes.length + 1,
    ordem: 0,
    criado_em: instante(publicado_em),
    atualizado_em: instante(ultimaMudanca(documento)),
    orgao_id: optional(ids.orgao, documento.orgao),
    reuniao_id: optional(ids.reuniao, documento.reuniao),
    licitacao_id: optional(ids.documento, documento.licitacao),
    substitui_documento_id: optional(ids.documento, documento.substitui),
    revogado_por_documento_id: optional(ids.documento, documento.revogado_por),
  };
}

/** Lists the files of a document. */
export type FilesOf = (documento: DocumentoDemo) => readonly ArquivoDoDocumento[];

type Filhos = (make: (documento: DocumentoDemo, documentoId: number) => readonly Linha[]) => readonly Linha[];

function versoes(filhos: Filhos): readonly Linha[] {
  return filhos(({ versoes: lista }, documento_id) =>
    lista.map((versao, index) => ({ ...versao, documento_id, versao: index + 1, alterado_em: instante(versao.alterado_em) })),
  );
}

function instituicoes(filhos: Filhos): readonly Linha[] {
  return filhos(({ instituicao, vigencia_inicio, vigencia_fim }, documento_id) =>
    instituicao === undefined
      ? []
      : [{ documento_id, ...instituicao, credenciado_em: vigencia_inicio, valido_ate: vigencia_fim ?? REFERENCIA }],
  );
}

function numeros(filhos: Filhos): readonly Linha[] {
  return filhos(({ numeros: lista, publicado_em }, documento_id) =>
    Object.entries(lista?.valores ?? {}).map(([indicador_codigo, valor]) => ({
      documento_id,
      indicador_codigo,
      data_base: lista?.data_base ?? null,
      valor,
      criado_em: instante(publicado_em),
      atualizado_em: instante(publicado_em),
    })),
  );
}

/** What was paid until `hoje`. The last part has the cents that do not divide. */
function pagamentos(filhos: Filhos, hoje: Dia): readonly Linha[] {
  const planejados = filhos(({ pagamentos: plano }, documento_id) => {
    if (plano === undefined) return [];
    const { parcelas, primeiro, empenho } = plano;
    const parcela = Math.floor((plano.valor * 100) / parcelas) / 100;
    return Array.from({ length: parcelas }, (_, index) => ({
      documento_id,
      pago_em: diaUtil(dia(anoDe(primeiro), mesDe(primeiro) + index, Number(primeiro.slice(8)))),
      valor: (index + 1 < parcelas ? parcela : plano.valor - parcela * (parcelas - 1)).toFixed(2),
      empenho,
      referente_a: parcelas === 1 ? 'Parcela única' : `Parcela ${index + 1} de ${parcelas}`,
    })).map((linha) => ({ ...linha, criado_em: instante(linha.pago_em), atualizado_em: instante(linha.pago_em) }));
  });
  return cameUntil(planejados, { hoje, dayOf: ({ pago_em }) => String(pago_em) });
}

/** Returns the day itself, or the Monday after a day of a weekend. */
function diaUtil(data: Dia): Dia {
  const semana = diaDaSemana(data);
  return somarDias(data, semana === 6 ? 2 : semana === 0 ? 1 : 0);
}

/** Returns the table of the documents. It refers to itself, so all its rows go in one statement. */
export function tabelaDeDocumentos(documentos: readonly DocumentoDemo[], ids: Ids): Tabela {
  return { nome: 'documento', identity: true, inteira: true, linhas: documentos.map((documento) => linhaDoDocumento(documento, ids)) };
}

/** Returns the table of the files of the documents. */
export function tabelaDeArquivosDosDocumentos(documentos: readonly DocumentoDemo[], ids: Ids, filesOf: FilesOf): Tabela {
  const linhas = documentos.flatMap((documento) =>
    filesOf(documento).map(({ arquivo, papel, rotulo }, ordem) => ({
      documento_id: ids.documento(documento.chave),
      arquivo_id: arquivo.id,
      papel,
      rotulo,
      ordem,
      atualizado_em: instante(documento.publicado_em),
    })),
  );
  return { nome: 'documento_arquivo', linhas };
}

/** Returns the tables of what else belongs to the documents. */
export function tabelasDosDocumentos(documentos: readonly DocumentoDemo[], ids: Ids, hoje: Dia): readonly Tabela[] {
  const filhos: Filhos = (make) => documentos.flatMap((documento) => make(documento, ids.documento(documento.chave)));
  const numerar = (linhas: readonly Linha[]): readonly Linha[] => linhas.map((linha, index) => ({ id: index + 1, ...linha }));
  const relacoes = filhos((documento, de_id) =>
    documento.relacoes.map(({ tipo, para }) => ({ de_id, para_id: ids.documento(para), tipo })),
  );
  const fiscais = filhos(({ fiscal }, documento_id) => (fiscal === undefined ? [] : [{ documento_id, ...fiscal }]));
  return [
    { nome: 'documento_versao', linhas: versoes(filhos) },
    { nome: 'documento_relacao', linhas: relacoes },
    { nome: 'contrato_fiscal', identity: true, linhas: numerar(fiscais) },
    { nome: 'numero_documento', identity: true, linhas: numerar(numeros(filhos)) },
    { nome: 'pagamento', identity: true, linhas: numerar(pagamentos(filhos, hoje)) },
    { nome: 'instituicao_credenciada', identity: true, linhas: numerar(instituicoes(filhos)) },
  ];
}
