import type { OperationResults } from '../graphql/generated/operations.ts';
import { knownBodyPath } from './body-path.ts';
import { routePath } from './url.ts';

/** Kinds of results with the names that visitors see, in the order of the filter. The database gives each row of the index one of them. */
export const TIPOS_DE_RESULTADO = {
  servico: 'Serviços',
  pagina: 'Páginas',
  pergunta: 'Perguntas frequentes',
  comunicado: 'Comunicados',
  noticia: 'Notícias',
  documento: 'Documentos',
  lista: 'Listas de documentos',
  unidade: 'Unidades',
  pessoa: 'Pessoas',
} as const;

/** What the page of the search offers to try; each finds something in the demonstration content. */
export const EXEMPLOS_DE_BUSCA = [
  'prova de vida',
  'pensão',
  'empréstimo',
  'ata de março',
  'atas do conselho',
  'CRP',
  'balancete 2024',
] as const;

export interface Resultado {
  readonly chave: string;
  readonly titulo: string;
  readonly href: string;
  readonly tipo: string;
  readonly trecho: string | null;
  /** Page of the PDF that the excerpt is from. */
  readonly pagina: number | null;
  readonly data: string | null;
  readonly emVigor: boolean;
}

/** What a filter can be set to, with the number of results that it leaves. */
export interface Opcao {
  readonly valor: string;
  readonly rotulo: string;
  readonly total: number;
}

export interface Facetas {
  readonly tipos: readonly Opcao[];
  readonly anos: readonly Opcao[];
  readonly categorias: readonly Opcao[];
}

type Linha = OperationResults['Busca']['resultado'][number];

type TipoDeResultado = keyof typeof TIPOS_DE_RESULTADO;

const NOMES: Readonly<Record<TipoDeResultado, string>> = {
  servico: 'Serviço',
  pagina: 'Página',
  pergunta: 'Pergunta frequente',
  comunicado: 'Comunicado',
  noticia: 'Notícia',
  documento: 'Documento',
  lista: 'Lista de documentos',
  unidade: 'Unidade',
  pessoa: 'Pessoa',
};

const isTipo = (tipo: string | null): tipo is TipoDeResultado => tipo !== null && tipo in NOMES;

/** The results of a page, in their order. Rows without a key stand for the total alone. */
export function resultadosDe(linhas: readonly Linha[]): readonly Resultado[] {
  return linhas.flatMap(({ chave, tipo, destino, titulo, trecho, pagina, data, em_vigor, rotulo }) => {
    if (chave === null || !isTipo(tipo)) return [];
    const href = ENDERECOS[tipo](chave, destino ?? '');
    if (href === null) return [];
    const nome = tipo === 'documento' ? (rotulo ?? NOMES[tipo]) : NOMES[tipo];
    return [{ chave: `${tipo}-${chave}`, titulo: titulo ?? '', href, tipo: nome, trecho, pagina, data, emVigor: em_vigor !== false }];
  });
}

/** The results that the institution recommends for the words. */
export function resultadosRecomendados({ recomendado }: OperationResults['Busca']): readonly Resultado[] {
  return recomendado.map(({ id, titulo, descricao, endereco }) => ({
    chave: `recomendado-${id}`,
    titulo,
    href: endereco,
    tipo: 'Recomendado',
    trecho: descricao,
    pagina: null,
    data: null,
    emVigor: true,
  }));
}

/** The address of a result of each kind, from its key and what the database gives as its destination. Null where there is none. */
const ENDERECOS: Readonly<Record<TipoDeResultado, (id: string, destino: string) => string | null>> = {
  servico: (_id, slug) => routePath('servico', { slug }),
  pagina: (_id, destino) => (destino.startsWith('/') ? destino : routePath('pagina', { slug: destino })),
  pergunta: (id) => `${routePath('faq')}#pergunta-${id}`,
  comunicado: (id) => routePath('comunicado', { id }),
  noticia: (id) => routePath('noticia', { id }),
  documento: (id, category) => routePath('documento', { category, id }),
  lista: (_id, category) => routePath('documentos', { category }),
  unidade: (id) => routePath('unidade', { id }),
  pessoa: (_id, orgao) => knownBodyPath(orgao),
};

interface OpcaoContada {
  readonly valor: string;
  readonly rotulo?: string;
  readonly total: number;
}

/** Reads the counts of the filters, which the database gives with the first result. */
export function facetasDe(linhas: readonly Linha[]): Facetas {
  const contagens = (linhas[0]?.facetas ?? {}) as Readonly<Partial<Record<keyof Facetas, readonly OpcaoContada[] | null>>>;
  const opcoes = (nome: keyof Facetas): readonly Opcao[] => (contagens[nome] ?? []).map((opcao) => ({ rotulo: opcao.valor, ...opcao }));
  return {
    tipos: opcoes('tipos').map((opcao) => ({ ...opcao, rotulo: isTipo(opcao.valor) ? TIPOS_DE_RESULTADO[opcao.valor] : opcao.valor })),
    anos: opcoes('anos'),
    categorias: opcoes('categorias'),
  };
}
