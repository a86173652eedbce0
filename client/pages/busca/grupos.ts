import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
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

interface Contagem {
  readonly aggregate: { readonly count: number } | null;
}

/** Arranges the answer of the search by kind, in the order in which a reader is likely helped; kinds without results are left out. */
export function agruparResultados(dados: OperationResults['Busca']): readonly Grupo[] {
  const grupos: readonly Grupo[] = [
    grupo('Páginas', dados.pagina_aggregate, dados.pagina.map(resultadoDePagina)),
    grupo('Perguntas frequentes', dados.pergunta_frequente_aggregate, dados.pergunta_frequente.map(resultadoDePergunta)),
    grupo('Comunicados', dados.comunicado_aggregate, dados.comunicado.map(resultadoDeComunicado)),
    grupo('Notícias', dados.noticia_aggregate, dados.noticia.map(resultadoDeNoticia)),
    grupo('Documentos', dados.documento_aggregate, dados.documento.map(resultadoDeDocumento)),
  ];
  return grupos.filter(({ total }) => total > 0);
}

function grupo(titulo: string, contagem: Contagem, resultados: readonly Resultado[]): Grupo {
  return { titulo, total: contagem.aggregate?.count ?? 0, resultados };
}

type Linha<Campo extends keyof OperationResults['Busca']> = OperationResults['Busca'][Campo] extends readonly (infer Row)[] ? Row : never;

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
