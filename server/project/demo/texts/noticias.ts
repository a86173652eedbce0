import { GALERIA } from '../art/gallery.ts';
import { type Dia, diaDe, instante, somarDias } from '../dates.ts';
import { idDaImagem, imagemParaTexto } from '../files.ts';
import { slugFor } from '../ids.ts';
import { html } from '../rich-text.ts';
import type { Tabela } from '../rows.ts';
import { NOTICIAS_2019_2020 } from './noticias/2019-2020.ts';
import { NOTICIAS_2021_2022 } from './noticias/2021-2022.ts';
import { NOTICIAS_2023 } from './noticias/2023.ts';
import { NOTICIAS_2024 } from './noticias/2024.ts';
import { NOTICIAS_2025 } from './noticias/2025.ts';
import { NOTICIAS_2026 } from './noticias/2026.ts';
import { NOTICIAS_OCULTAS } from './noticias/ocultas.ts';

const CATEGORIAS_DE_NOTICIA = [
  'Institucional',
  'Benefícios',
  'Atendimento',
  'Investimentos',
  'Transparência',
  'Conselhos',
  'Educação previdenciária',
] as const;

export interface NoticiaDemo {
  readonly em: Dia;
  readonly categoria: (typeof CATEGORIAS_DE_NOTICIA)[number];
  readonly chapeu: string;
  readonly imagem: string;
  readonly tags: string;
  readonly titulo: string;
  readonly resumo: string;
  readonly corpo: string;
  readonly destaque?: true;
}

/** A news item whose day is counted from today; without a day it is a draft. */
export interface NoticiaOculta extends Omit<NoticiaDemo, 'em'> {
  readonly daquiADias: number | null;
}

const NOTICIAS: readonly NoticiaDemo[] = [
  ...NOTICIAS_2019_2020,
  ...NOTICIAS_2021_2022,
  ...NOTICIAS_2023,
  ...NOTICIAS_2024,
  ...NOTICIAS_2025,
  ...NOTICIAS_2026,
];

function legenda(imagem: string): string {
  const alt = GALERIA.find(({ nome }) => nome === imagem)?.alt ?? '';
  const semInicio = alt.replace(/^Ilustração d[aeo] (um |uma |uns |umas )?/, '');
  return semInicio.slice(0, 1).toUpperCase() + semInicio.slice(1);
}

type ComDia = Omit<NoticiaDemo, 'em'> & { readonly em: Dia; readonly publicado: boolean };

/** Returns the categories and the news, oldest first; the hidden ones come last, so that the ids of the others never move. */
export function noticias(now: Date): readonly Tabela[] {
  const hoje = diaDe(now);
  const visiveis = NOTICIAS.toSorted((a, b) => (a.em < b.em ? -1 : 1)).map((noticia): ComDia => ({ ...noticia, publicado: true }));
  const ocultas = NOTICIAS_OCULTAS.map(
    ({ daquiADias, ...noticia }): ComDia => ({ ...noticia, em: somarDias(hoje, daquiADias ?? 0), publicado: daquiADias !== null }),
  );
  return [
    {
      nome: 'categoria_noticia',
      identity: true,
      linhas: CATEGORIAS_DE_NOTICIA.map((nome, index) => ({ id: index + 1, nome, slug: slugFor(nome), ordem: index + 1 })),
    },
    {
      nome: 'noticia',
      identity: true,
      linhas: [...visiveis, ...ocultas].map((noticia, index) => ({
        id: index + 1,
        slug: slugFor(noticia.titulo),
        titulo: noticia.titulo,
        chapeu: noticia.chapeu,
        resumo: noticia.resumo,
        corpo_html: html(noticia.corpo, imagemParaTexto),
        imagem_id: idDaImagem(noticia.imagem),
        legenda: legenda(noticia.imagem),
        credito: 'Ilustração: PREVSERENA',
        autor: 'Comunicação do PREVSERENA',
        categoria_noticia_id: CATEGORIAS_DE_NOTICIA.indexOf(noticia.categoria) + 1,
        tags: noticia.tags.split(','),
        destaque: noticia.destaque ?? false,
        publicado: noticia.publicado,
        publicado_em: instante(noticia.em, '10:00'),
        criado_em: instante(noticia.em, '09:00'),
        atualizado_em: instante(noticia.em, '10:00'),
      })),
    },
  ];
}
