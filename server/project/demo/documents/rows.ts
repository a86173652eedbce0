import { instante, REFERENCIA } from '../dates.ts';
import { arquivosDoDocumento } from '../files.ts';
import type { Linha, Tabela } from '../rows.ts';
import { orgaoId } from '../site/bodies-rows.ts';
import type { DocumentoDemo } from './model.ts';

/** Gives the id of a document by its key. @throws RangeError for an unknown key. */
export type DocumentoId = (chave: string) => number;

export function idsOf(documentos: readonly DocumentoDemo[]): DocumentoId {
  const ids = new Map(documentos.map((documento, index) => [documento.chave, index + 1]));
  return (chave) => {
    const id = ids.get(chave);
    if (id === undefined) {
      throw new RangeError(`no document has the key ${chave}`);
    }
    return id;
  };
}

function identificacao(documento: DocumentoDemo): Linha {
  return {
    categoria_slug: documento.categoria,
    titulo: documento.titulo,
    numero: documento.numero ?? null,
    exercicio: documento.exercicio,
    competencia_inicio: documento.competencia?.inicio ?? null,
    competencia_fim: documento.competencia?.fim ?? null,
    data_ato: documento.dataAto,
    publicado_em: documento.publicadoEm,
    ementa: documento.ementa ?? null,
    resumo_simples: documento.resumo,
    tipo_id: documento.tipo ?? null,
    situacao_id: documento.situacao ?? null,
    modalidade: documento.modalidade ?? null,
    interessado: documento.interessado ?? null,
    valor: documento.valor ?? null,
    vigencia_inicio: documento.vigencia?.inicio ?? null,
    vigencia_fim: documento.vigencia?.fim ?? null,
  };
}

function proveniencia(documento: DocumentoDemo): Linha {
  return {
    pncp_id: documento.pncpId ?? null,
    pncp_url: documento.pncpId === undefined ? null : `https://pncp.example/app/${documento.pncpId}`,
    fonte: documento.fonte ?? 'PREVSERENA',
    diario_oficial_edicao: documento.diarioOficial ?? null,
    diario_oficial_url: documento.diarioOficial === undefined ? null : 'https://diario.vilaserena.example/',
    contem_dado_pessoal: documento.contemDadoPessoal ?? false,
    publicado: documento.oculto !== true,
    retirado_em: documento.retirado === undefined ? null : instante(documento.retirado.em, '16:00'),
    retirado_motivo: documento.retirado?.motivo ?? null,
    versao: (documento.versoes?.length ?? 0) + 1,
    ordem: 0,
    criado_em: instante(documento.publicadoEm),
    atualizado_em: instante(documento.versoes?.at(-1)?.em ?? documento.publicadoEm),
  };
}

function linhaDoDocumento(documento: DocumentoDemo, id: DocumentoId, reuniaoId: (chave: string) => number): Linha {
  const optional = (chave: string | undefined): number | null => (chave === undefined ? null : id(chave));
  return {
    id: id(documento.chave),
    ...identificacao(documento),
    ...proveniencia(documento),
    orgao_id: documento.orgao === undefined ? null : orgaoId(documento.orgao),
    reuniao_id: documento.reuniao === undefined ? null : reuniaoId(documento.reuniao),
    licitacao_id: optional(documento.licitacao),
    substitui_documento_id: optional(documento.substitui),
    revogado_por_documento_id: optional(documento.revogadoPor),
  };
}

type Filhos = (make: (documento: DocumentoDemo, documentoId: number) => readonly Linha[]) => readonly Linha[];

function arquivos(filhos: Filhos): readonly Linha[] {
  return filhos((documento, documento_id) =>
    arquivosDoDocumento(documento).map(({ arquivo, papel, rotulo }, ordem) => ({
      documento_id,
      arquivo_id: arquivo.id,
      papel,
      rotulo,
      ordem,
      atualizado_em: instante(documento.publicadoEm),
    })),
  );
}

function versoes(filhos: Filhos): readonly Linha[] {
  return filhos((documento, documento_id) =>
    (documento.versoes ?? []).map(({ em, motivo, antes }, index) => ({
      documento_id,
      versao: index + 1,
      motivo,
      alterado_em: instante(em),
      snapshot: antes,
    })),
  );
}

function fiscais(filhos: Filhos): readonly Linha[] {
  return filhos(({ fiscal }, documento_id) =>
    fiscal === undefined
      ? []
      : [{ documento_id, pessoa_nome: fiscal.nome, portaria: fiscal.portaria, inicio: fiscal.inicio, fim: fiscal.fim }],
  );
}

function instituicoes(filhos: Filhos): readonly Linha[] {
  return filhos(({ instituicao, vigencia }, documento_id) => {
    if (instituicao === undefined) {
      return [];
    }
    const validade = { credenciado_em: vigencia?.inicio ?? null, valido_ate: vigencia?.fim ?? REFERENCIA };
    return [{ documento_id, cnpj: instituicao.cnpj, nome: instituicao.nome, tipo: instituicao.tipo, ...validade }];
  });
}

/** Returns the tables of the archive. `documento` refers to itself, so all its rows go in one statement. */
export function tabelasDoArquivo(
  documentos: readonly DocumentoDemo[],
  id: DocumentoId,
  reuniaoId: (chave: string) => number,
): readonly Tabela[] {
  const filhos: Filhos = (make) => documentos.flatMap((documento) => make(documento, id(documento.chave)));
  const numerar = (linhas: readonly Linha[]): readonly Linha[] => linhas.map((linha, index) => ({ id: index + 1, ...linha }));
  const relacoes = filhos(({ relacoes: lista = [] }, de_id) => lista.map(({ tipo, para }) => ({ de_id, para_id: id(para), tipo })));
  return [
    { nome: 'documento', identity: true, inteira: true, linhas: documentos.map((documento) => linhaDoDocumento(documento, id, reuniaoId)) },
    { nome: 'documento_arquivo', linhas: arquivos(filhos) },
    { nome: 'documento_versao', linhas: versoes(filhos) },
    { nome: 'documento_relacao', linhas: relacoes },
    { nome: 'contrato_fiscal', identity: true, linhas: numerar(fiscais(filhos)) },
    { nome: 'instituicao_credenciada', identity: true, linhas: numerar(instituicoes(filhos)) },
  ];
}
