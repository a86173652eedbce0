import type { ReactElement } from 'react';
import { escapeHtml } from '../../../../shared/html/escape.ts';
import { classes } from '../../class-names.ts';
import estilos from './skeleton.module.css';

interface Props {
  readonly forma?: 'lista' | 'cartoes' | 'texto';
  readonly quantidade?: number;
  readonly rotulo?: string;
}

/** The shape of what is coming. It fades in after 300 ms, so that quick answers show no flicker. */
export function EsqueletoDeCarregamento({ forma = 'lista', quantidade = 3, rotulo = 'Carregando…' }: Props): ReactElement {
  // As text: it is half of the elements of a page that waits, nothing in it changes, and soon it is gone.
  const html = `<p class="somente-leitor" role="status">${escapeHtml(rotulo)}</p>${BLOCO.repeat(quantidade)}`;
  return <div className={classes(estilos.esqueleto, estilos[forma])} aria-busy="true" dangerouslySetInnerHTML={{ __html: html }} />;
}

const vao = (nome: string | undefined): string => `<span class="${nome}"></span>`;

const BLOCO =
  `<div class="${estilos.bloco}" aria-hidden="true">` +
  `${vao(estilos.imagem)}${vao(estilos.titulo)}${vao(estilos.linha)}${vao(estilos.linha)}</div>`;
