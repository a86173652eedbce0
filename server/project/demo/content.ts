import { GALERIA } from './art/gallery.ts';
import { arquivoDeDocumentos } from './documents/archive.ts';
import { declaracoes } from './documents/declarations.ts';
import type { DocumentoDemo } from './documents/model.ts';
import { type DocumentoId, idsOf, tabelasDoArquivo } from './documents/rows.ts';
import { type ArquivoDemo, arquivoDeImagem, arquivosDoDocumento } from './files.ts';
import type { Linha, Tabela } from './rows.ts';
import { membros, orgaos, pessoaId, pessoas, reunioes, todasAsReunioes } from './site/bodies-rows.ts';
import { menus } from './site/menus.ts';
import { certificado, progestao } from './site/progestao.ts';
import { configuracao, feriados, redirecionamentos } from './site/settings.ts';
import { contatos, unidades } from './site/units.ts';
import { banners } from './texts/banners.ts';
import { arquivosDosComunicados, comunicados } from './texts/comunicados.ts';
import { faq } from './texts/faq.ts';
import { glossario } from './texts/glossario.ts';
import { noticias } from './texts/noticias.ts';
import { paginas } from './texts/paginas.ts';
import { servicos } from './texts/servicos.ts';

/** All that the demonstration consists of: the files to make and the rows to insert, in an order that satisfies every foreign key. */
export interface DemoContent {
  readonly documentos: readonly DocumentoDemo[];
  readonly files: readonly ArquivoDemo[];
  /** `arquivos` are the rows of the stored files; `secoes` the ids of the sections that the migrations brought. */
  readonly tables: (arquivos: readonly Linha[], secoes: ReadonlyMap<string, number>) => readonly Tabela[];
  /** Statements for references that run in a circle and for rows of the migrations that the institute completes. */
  readonly links: string;
}

/** Returns the content as of a moment. Pure: the same moment gives the same rows and the same file ids. */
export function contentFor(now: Date): DemoContent {
  const documentos = arquivoDeDocumentos(now);
  const id = idsOf(documentos);
  const declaradas = declaracoes();
  return {
    documentos,
    files: [
      ...GALERIA.map(arquivoDeImagem),
      ...documentos.flatMap((documento) => arquivosDoDocumento(documento).map(({ arquivo }) => arquivo)),
      ...declaradas.map(({ arquivo }) => arquivo),
      ...arquivosDosComunicados(),
      certificado(),
    ],
    tables: (arquivos, secoes) => tabelas({ now, documentos, id, arquivos, secoes, declaradas: declaradas.map(({ linha }) => linha) }),
    links: links(id),
  };
}

interface Partes {
  readonly now: Date;
  readonly documentos: readonly DocumentoDemo[];
  readonly id: DocumentoId;
  readonly arquivos: readonly Linha[];
  readonly secoes: ReadonlyMap<string, number>;
  readonly declaradas: readonly Linha[];
}

function tabelas({ now, documentos, id, arquivos, secoes, declaradas }: Partes): readonly Tabela[] {
  const todas = todasAsReunioes(now);
  const posicoes = new Map(todas.map((reuniao, index) => [reuniao.chave, index + 1]));
  return [
    { nome: 'configuracao_site', linhas: [configuracao()] },
    { nome: 'arquivo', linhas: arquivos },
    { nome: 'pessoa', linhas: pessoas() },
    { nome: 'orgao_colegiado', linhas: orgaos(), identity: true },
    { nome: 'reuniao', linhas: reunioes(todas), identity: true },
    ...tabelasDoArquivo(documentos, id, (chave) => known(posicoes, chave)),
    { nome: 'unidade', linhas: unidades(pessoaId, id('lei:412')), identity: true, inteira: true },
    { nome: 'contato', linhas: contatos(), identity: true },
    { nome: 'membro_orgao', linhas: membros((inicio) => (inicio === '2025-01-02' ? id('decreto:194') : null)), identity: true },
    { nome: 'declaracao_inexistencia', linhas: declaradas, identity: true },
    ...noticias(now),
    ...comunicados(now),
    { nome: 'banner_comunicado', linhas: banners(now), identity: true },
    ...faq(),
    { nome: 'termo_glossario', linhas: glossario(), identity: true },
    { nome: 'servico', linhas: servicos(), identity: true },
    { nome: 'pagina', linhas: paginas(), identity: true },
    { nome: 'menu_item', linhas: menus((chave) => known(secoes, chave)), identity: true, inteira: true },
    { nome: 'feriado', linhas: feriados() },
    { nome: 'redirecionamento', linhas: redirecionamentos() },
    ...progestao(id),
  ];
}

function known(ids: ReadonlyMap<string, number>, chave: string): number {
  const id = ids.get(chave);
  if (id === undefined) {
    throw new RangeError(`nothing has the key ${chave}`);
  }
  return id;
}

// The council meets every three months, which the reference row of its minutes cannot know.
function links(id: DocumentoId): string {
  const responsaveis = [
    ['governanca', 1],
    ['investimentos', 4],
    ['regularidade', 10],
    ['contas', 2],
    ['beneficios', 3],
    ['compras', 2],
    ['legislacao', 1],
  ] as const;
  return [
    `update public.reuniao r set ata_documento_id = d.id from public.documento d where d.reuniao_id = r.id and d.categoria_slug like 'atas%' and d.publicado`,
    `update public.orgao_colegiado set norma_documento_id = ${id('lei:412')}`,
    `update public.orgao_colegiado set norma_documento_id = ${id('lei:587')} where chave = 'comite_investimento'`,
    `update public.categoria_documento set periodicidade = 'trimestral' where slug = 'atasDoConselhoFiscal'`,
    ...responsaveis.map(
      ([secao, unidade]) =>
        `update public.categoria_documento c set responsavel_unidade_id = ${unidade} from public.secao_lai s where s.id = c.secao_id and s.chave = '${secao}'`,
    ),
  ].join(';\n');
}
