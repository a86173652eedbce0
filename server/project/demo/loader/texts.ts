import { z } from 'zod';
import { cameUntil, type Dia, diaRelativo, instante, somarDias } from './dates.ts';
import { slugFor } from './ids.ts';
import type { Pictures } from './pictures.ts';
import { html } from './rich-text.ts';
import type { Linha, Tabela } from './rows.ts';
import { day, listFiles, readMarkdown, readYaml } from './source.ts';

/** Reads the texts that are Markdown files: news and pages. The front matter says what the body does not. */
const noticia = z.strictObject({
  titulo: z.string(),
  chapeu: z.string(),
  resumo: z.string(),
  publicado_em: day,
  rascunho: z.literal(true).optional(),
  categoria: z.string(),
  imagem: z.string(),
  tags: z.array(z.string()),
  destaque: z.boolean().default(false),
});

/**
 * Returns the news until `hoje` in the order of their files, by day, and those whose day is counted from it (folder `ocultas`) among them so that no
 * id moves (`cameUntil`). `categorias` are the rows of `categoria_noticia`.
 */
export function noticias(hoje: Dia, pictures: Pictures, categorias: readonly Linha[]): Tabela {
  const idDe = (nome: string): unknown => categorias.find((categoria) => categoria['nome'] === nome)?.['id'];
  const autoria = readYaml('content/noticias/autoria.yaml', z.strictObject({ autor: z.string(), credito: z.string() }));
  const schema = noticia.refine(({ categoria }) => idDe(categoria) !== undefined, 'no such categoria');
  const escritas = listFiles('content/noticias', '.md').map((file) => readMarkdown(file, schema));
  const dayOf = ({ fields }: (typeof escritas)[number]): Dia => (fields.publicado_em.startsWith('hoje') ? '' : fields.publicado_em);
  const linhas = cameUntil(escritas, { hoje, dayOf }).map(({ fields, body }, index): Linha => {
    const { publicado_em, rascunho, categoria, imagem, ...colunas } = fields;
    const em = diaRelativo(publicado_em, hoje);
    return {
      ...colunas,
      ...autoria,
      id: index + 1,
      slug: slugFor(fields.titulo),
      corpo_html: html(body, pictures.forText),
      imagem_id: pictures.idOf(imagem),
      legenda: legenda(pictures.forText(imagem).alt),
      categoria_noticia_id: idDe(categoria),
      publicado: rascunho !== true,
      publicado_em: instante(em, '10:00'),
      criado_em: instante(em, '09:00'),
      atualizado_em: instante(em, '10:00'),
    };
  });
  return { nome: 'noticia', identity: true, linhas };
}

/** The alternative text without its first words: "Ilustração de um barco" is "Barco" under the picture. */
function legenda(alt: string): string {
  const semInicio = alt.replace(/^Ilustração d[aeo] (um |uma |uns |umas )?/, '');
  return semInicio.slice(0, 1).toUpperCase() + semInicio.slice(1);
}

const pagina = z.strictObject({
  id: z.int(),
  titulo: z.string(),
  titulo_html: z.string(),
  titulo_tamanho: z.enum(['pequeno', 'medio', 'grande']).nullable().default(null),
  resumo: z.string(),
  categoria: z.enum(['institucional', 'servicos', 'transparencia', 'site']),
  imagem: z.string().optional(),
  responsavel_unidade_id: z.int(),
  revisado_em: z.iso.date(),
});

/** Returns the pages; the name of the file is the slug, and a page is read over one year after its last revision. */
export function paginas(pictures: Pictures): Tabela {
  const linhas = listFiles('content/paginas', '.md').map((file): Linha => {
    const { fields, body } = readMarkdown(file, pagina);
    const { imagem, revisado_em, ...colunas } = fields;
    return {
      ...colunas,
      slug: file.replace(/^.*\/|\.md$/g, ''),
      corpo_html: html(body, pictures.forText),
      imagem_id: imagem === undefined ? null : pictures.idOf(imagem),
      publicado: true,
      publicado_em: instante('2022-03-14'),
      revisado_em: instante(revisado_em),
      revisao_prevista_em: somarDias(revisado_em, 365),
      seo_titulo: null,
      seo_descricao: fields.resumo,
      criado_em: instante('2022-03-14'),
      atualizado_em: instante(revisado_em),
    };
  });
  return { nome: 'pagina', identity: true, linhas: linhas.toSorted((a, b) => Number(a['id']) - Number(b['id'])) };
}
