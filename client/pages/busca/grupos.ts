import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { listTotal } from '../../../shared/routes/list-filter.ts';
import { routePath } from '../../../shared/routes/url.ts';

export interface Resultado {
  readonly chave: string;
  readonly titulo: string;
  readonly href: string;
  readonly tipo: string;
  readonly resumo: string | null;
  readonly data: string | null;
}

/** Results of one kind: those of the requested page and the total number. */
export interface Grupo {
  readonly titulo: string;
  readonly total: number;
  readonly resultados: readonly Resultado[];
}

/** Arranges the answer of the search by kind, in the order in which a reader is likely helped; kinds without results are left out. */
export function agruparResultados(dados: OperationResults['Busca']): readonly Grupo[] {
  const grupos: readonly Grupo[] = [
    grupo('Serviços', dados.servico, ({ servico }) => servico && resultadoDeServico(servico)),
    grupo('Páginas', dados.pagina, ({ pagina }) => pagina && resultadoDePagina(pagina)),
    grupo('Perguntas frequentes', dados.pergunta_frequente, ({ pergunta_frequente: row }) => row && resultadoDePergunta(row)),
    grupo('Comunicados', dados.comunicado, ({ comunicado }) => comunicado && resultadoDeComunicado(comunicado)),
    grupo('Notícias', dados.noticia, ({ noticia }) => noticia && resultadoDeNoticia(noticia)),
    grupo('Documentos', dados.documento, ({ documento }) => documento && resultadoDeDocumento(documento)),
  ];
  return grupos.filter(({ total }) => total > 0);
}

/** The results that the institution recommends for the words. */
export function resultadosRecomendados({ recomendado }: OperationResults['Busca']): readonly Resultado[] {
  return recomendado.map(({ id, titulo, descricao, endereco }) => ({
    chave: `recomendado-${id}`,
    titulo,
    href: endereco,
    tipo: 'Recomendado',
    resumo: descricao,
    data: null,
  }));
}

function grupo<Item extends { readonly total: number | null }>(
  titulo: string,
  itens: readonly Item[],
  resultadoDe: (item: Item) => Resultado | null,
): Grupo {
  return { titulo, total: listTotal(itens), resultados: itens.flatMap((item) => resultadoDe(item) ?? []) };
}

type Linha<Tabela extends keyof OperationResults['Busca']> = NonNullable<
  Extract<OperationResults['Busca'][Tabela][number], Readonly<Record<Tabela, unknown>>>[Tabela]
>;

function resultadoDeServico({ id, slug, nome, resumo }: Linha<'servico'>): Resultado {
  return { chave: `servico-${id}`, titulo: nome, href: routePath('servico', { slug }), tipo: 'Serviço', resumo, data: null };
}

function resultadoDePagina({ id, slug, titulo, resumo }: Linha<'pagina'>): Resultado {
  return { chave: `pagina-${id}`, titulo, href: routePath('pagina', { slug }), tipo: 'Página', resumo, data: null };
}

function resultadoDePergunta({ id, pergunta, categoria }: Linha<'pergunta_frequente'>): Resultado {
  const href = `${routePath('faq')}#pergunta-${id}`;
  return { chave: `pergunta-${id}`, titulo: pergunta, href, tipo: 'Pergunta frequente', resumo: categoria?.nome ?? null, data: null };
}

function resultadoDeComunicado({ id, titulo, resumo, publicado_em }: Linha<'comunicado'>): Resultado {
  return { chave: `comunicado-${id}`, titulo, href: routePath('comunicado', { id }), tipo: 'Comunicado', resumo, data: publicado_em };
}

function resultadoDeNoticia({ id, titulo, resumo, publicado_em }: Linha<'noticia'>): Resultado {
  return { chave: `noticia-${id}`, titulo, href: routePath('noticia', { id }), tipo: 'Notícia', resumo, data: publicado_em };
}

function resultadoDeDocumento({ id, categoria_slug, titulo, ementa, publicado_em, categoria }: Linha<'documento'>): Resultado {
  return {
    chave: `documento-${id}`,
    titulo,
    href: routePath('documento', { category: categoria_slug, id }),
    tipo: categoria?.rotulo ?? 'Documento',
    resumo: ementa,
    data: publicado_em,
  };
}
