import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';

type Dados = OperationResults['ProgestaoPainel'];
export type Certificacao = Dados['progestao_certificacao'][number];
export type Dimensao = Dados['progestao_dimensao'][number];
export type Acao = Dimensao['acoes'][number];
export type Requisito = Acao['requisitos'][number];
export type Avaliacao = Certificacao['avaliacoes'][number];

/** The requirements of an action that hold at a level: those up to it, without the ones that a stricter one replaces there. */
export function requisitosDoNivel({ requisitos }: Acao, ordemDoNivel: number): readonly Requisito[] {
  const alcancados = requisitos.filter(({ nivel_progestao }) => nivel_progestao.ordem <= ordemDoNivel);
  const trocados = new Set(alcancados.map(({ substitui_id }) => substitui_id));
  return alcancados.filter(({ id }) => !trocados.has(id));
}

/** Returns the assessment of an action under the certificate in force, if it was assessed. */
export function avaliacaoDaAcao(certificacao: Certificacao | undefined, codigo: string): Avaliacao | undefined {
  return certificacao?.avaliacoes.find(({ acao_codigo }) => acao_codigo === codigo);
}

/** How an action stands, by the value that its row and the filters name. */
export function situacaoDaAvaliacao(avaliacao: Avaliacao | undefined): string {
  return avaliacao?.situacao_progestao.valor ?? 'nao_avaliada';
}

/** Element id of an action on the panel. */
export function idDaAcao(codigo: string): string {
  return `acao-${codigo.replace('.', '-')}`;
}
