import type { ReactElement, ReactNode } from 'react';
import { classes } from '../../class-names.ts';
import { Icone } from '../../media/icon/icon.tsx';
import type { Tom } from '../../types.ts';
import estilos from './badge.module.css';

interface PropsDoSelo {
  readonly tom?: Tom;
  readonly icone?: string | undefined;
  readonly children: ReactNode;
}

/** A state in a word; the word carries the meaning, the colour only repeats it. */
export function Selo({ tom = 'neutro', icone, children }: PropsDoSelo): ReactElement {
  return (
    <span className={classes(estilos.selo, estilos[tom])}>
      {icone === undefined ? null : <Icone nome={icone} tamanho="p" />}
      {children}
    </span>
  );
}

/** A subject or keyword, with an address when it leads to its list. */
export function Etiqueta({ href, children }: { readonly href?: string | undefined; readonly children: ReactNode }): ReactElement {
  return href === undefined ? (
    <span className={estilos.etiqueta}>{children}</span>
  ) : (
    <a href={href} className={estilos.etiqueta}>
      {children}
    </a>
  );
}
