import { type Dia, instante, somarDias } from '../dates.ts';
import { idDaImagem, imagemParaTexto } from '../files.ts';
import { html } from '../rich-text.ts';
import type { Linha } from '../rows.ts';
import { PAGINAS_DE_SERVICO } from './paginas-de-servico.ts';
import { PAGINAS_DE_TRANSPARENCIA } from './paginas-de-transparencia.ts';
import { PAGINAS_DO_SITE } from './paginas-do-site.ts';

export interface PaginaDemo {
  readonly slug: string;
  readonly titulo: string;
  readonly tituloHtml: string;
  readonly tamanho: 'pequeno' | 'medio' | 'grande' | null;
  readonly resumo: string;
  readonly categoria: 'institucional' | 'servicos' | 'transparencia' | 'site';
  readonly imagem?: string;
  readonly unidade: number;
  readonly revisado: Dia;
  readonly corpo: string;
}

/** All pages of text, with the day on which each was last read over and the day on which it will be again. */
export function paginas(): readonly Linha[] {
  return [...PAGINAS_DE_SERVICO, ...PAGINAS_DE_TRANSPARENCIA, ...PAGINAS_DO_SITE].map((pagina, index) => ({
    id: index + 1,
    slug: pagina.slug,
    titulo: pagina.titulo,
    titulo_html: pagina.tituloHtml,
    titulo_tamanho: pagina.tamanho,
    resumo: pagina.resumo,
    corpo_html: html(pagina.corpo, imagemParaTexto),
    imagem_id: pagina.imagem === undefined ? null : idDaImagem(pagina.imagem),
    categoria: pagina.categoria,
    publicado: true,
    publicado_em: instante('2022-03-14'),
    revisado_em: instante(pagina.revisado),
    revisao_prevista_em: somarDias(pagina.revisado, 365),
    responsavel_unidade_id: pagina.unidade,
    seo_titulo: null,
    seo_descricao: pagina.resumo,
    criado_em: instante('2022-03-14'),
    atualizado_em: instante(pagina.revisado),
  }));
}
