import { defineRoute } from '../define.ts';
import { FOUND, operation } from '../types.ts';
import { headOf, sectionStep, withdrawnOutcome } from './heads.ts';
import { listedCategory, listPath } from './transparencia.ts';

/** The lists whose documents begin a purchase or an accreditation (specification section 2). */
export const CATEGORIAS_DE_PROCESSO: readonly string[] = ['publicacaoLicitacao', 'licitacaoTipoCIF'];

interface Documento {
  readonly id: number;
  readonly categoria_slug: string;
}

/** Returns the id of the purchase that a document begins or, by the tenders that it names, belongs to; null for one of no purchase. */
export function processoDe(documento: Documento, licitacoes: readonly (Documento | null)[]): number | null {
  const inicio = [documento, ...licitacoes].find((candidato) => candidato !== null && comecaProcesso(candidato));
  return inicio?.id ?? null;
}

function comecaProcesso({ categoria_slug }: { readonly categoria_slug: string | null }): boolean {
  return categoria_slug !== null && CATEGORIAS_DE_PROCESSO.includes(categoria_slug);
}

const processo = defineRoute<'processo', 'Processo'>({
  id: 'processo',
  path: '/lai/processos/:id',
  layout: 'lai',
  params: { id: 'inteiro' },
  formats: ['csv', 'json', 'atom'],
  main: (input) => operation('Processo', { id: Number(input.params['id']) }),
  record: ({ input }) => `documento/${Number(input.params['id'])}`,
  outcome: ({ main: { documento_by_pk: edital, documento_retirado } }) =>
    edital !== null && comecaProcesso(edital) ? FOUND : withdrawnOutcome(documento_retirado.find(comecaProcesso)),
  head: ({ main }) => {
    const edital = main?.documento_by_pk ?? null;
    if (edital === null) return { title: 'Processo de contratação' };
    return headOf(`Processo: ${edital.titulo}`, {
      description: `${edital.resumo_simples ?? edital.ementa ?? edital.titulo} Edital, contratos, aditivos e pagamentos, em ordem.`,
    });
  },
  breadcrumb: ({ state, main }) => {
    const edital = main?.documento_by_pk ?? null;
    const processo = { label: `Processo: ${edital?.titulo ?? 'contratação'}`, to: null };
    const categoria = edital === null ? null : listedCategory(state, edital.categoria_slug);
    return categoria === null
      ? [processo]
      : [sectionStep(categoria.secao), { label: categoria.rotulo, to: listPath(categoria.slug) }, processo];
  },
});

export const COMPRAS = [processo] as const;
