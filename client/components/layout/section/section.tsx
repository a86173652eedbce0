import { type ReactElement, type ReactNode, useId } from 'react';
import { classes } from '../../class-names.ts';
import { Titulo } from '../../content/heading/heading.tsx';
import { LinkSeta } from '../../navigation/button/button.tsx';
import type { Nivel } from '../../types.ts';
import { Conteudo } from '../column/column.tsx';
import estilos from './section.module.css';

interface Props {
  readonly titulo: string;
  readonly id?: string | undefined;
  readonly nivel?: Nivel;
  readonly tituloVisivel?: boolean;
  readonly acao?: { readonly href: string; readonly rotulo: string } | undefined;
  /** A full-bleed band; only where the layout adds no column of its own (home page). */
  readonly fundo?: 'papel' | 'suave' | 'primaria' | undefined;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Secao({ titulo, id, nivel = 2, tituloVisivel = true, acao, fundo, children }: Props): ReactElement {
  const gerado = useId();
  const idDoTitulo = id ?? gerado;
  const corpo = (
    <>
      <div className={tituloVisivel || acao !== undefined ? estilos.cabeca : undefined}>
        <Titulo nivel={nivel} id={idDoTitulo} className={tituloVisivel ? estilos.titulo : 'somente-leitor'}>
          {titulo}
        </Titulo>
        {acao === undefined ? null : <LinkSeta href={acao.href}>{acao.rotulo}</LinkSeta>}
      </div>
      <div className={estilos.corpo}>{children}</div>
    </>
  );
  return (
    <section aria-labelledby={idDoTitulo} className={classes(estilos.secao, fundo !== undefined && classes(estilos.faixa, estilos[fundo]))}>
      {fundo === undefined ? corpo : <Conteudo>{corpo}</Conteudo>}
    </section>
  );
}
