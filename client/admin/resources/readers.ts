/** What readers say of the pages: counts and comments, which cannot be changed. */
import type { ContentType } from './content-type.ts';

const GROUP = 'Leitores';

export const READERS: readonly ContentType[] = [
  {
    table: 'avaliacao_pagina',
    one: 'avaliação de página',
    many: 'Avaliações das páginas',
    group: GROUP,
    key: 'endereco',
    title: 'endereco',
    search: [],
    order: { column: 'util_nao', direction: 'DESC' },
    sorts: ['util_nao', 'ultima_em'],
    columns: ['util_sim', 'util_nao', 'ultima_em'],
    filters: [],
    madeElsewhere: true,
    about: 'Quantas pessoas disseram que a página foi útil. Nada se guarda de quem respondeu.',
    publicPath: ({ endereco }) => (typeof endereco === 'string' ? endereco : null),
    fields: [
      { name: 'endereco', label: 'Endereço', kind: 'text', fixed: true },
      { name: 'util_sim', label: 'Foi útil', kind: 'integer', fixed: true },
      { name: 'util_nao', label: 'Não foi útil', kind: 'integer', fixed: true },
      { name: 'ultima_em', label: 'Última resposta', kind: 'date', fixed: true },
    ],
  },
  {
    table: 'comentario_pagina',
    one: 'comentário',
    many: 'Comentários das páginas',
    group: GROUP,
    key: 'id',
    title: 'endereco',
    search: [],
    order: { column: 'id', direction: 'DESC' },
    sorts: ['id', 'escrito_em'],
    columns: ['texto', 'util', 'escrito_em'],
    filters: [],
    madeElsewhere: true,
    about: 'O que os leitores escrevem, sem nome e sem resposta. Um comentário se apaga sozinho depois de um ano.',
    publicPath: ({ endereco }) => (typeof endereco === 'string' ? endereco : null),
    fields: [
      { name: 'endereco', label: 'Endereço', kind: 'text', fixed: true },
      { name: 'texto', label: 'Comentário', kind: 'long-text', fixed: true },
      { name: 'util', label: 'Disse que a página foi útil', kind: 'boolean', fixed: true },
      { name: 'escrito_em', label: 'Escrito em', kind: 'date', fixed: true },
    ],
  },
];
