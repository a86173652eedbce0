import type { ReactElement, ReactNode } from 'react';
import { classes } from '../../class-names.ts';
import { Icone } from '../../media/icon/icon.tsx';
import estilos from './button.module.css';

type Variante = 'primario' | 'secundario' | 'discreto';

interface Aparencia {
  readonly variante?: Variante;
  readonly icone?: string | undefined;
  readonly children: ReactNode;
}

interface PropsDoBotao extends Aparencia {
  readonly tipo?: 'button' | 'submit';
  readonly onClick?: (() => void) | undefined;
  readonly desabilitado?: boolean;
  /** Name of a delegated action (`imprimir`, ...); such a button needs script and hides without it. */
  readonly acao?: string | undefined;
}

export function Botao({
  tipo = 'button',
  variante = 'primario',
  icone,
  onClick,
  desabilitado,
  acao,
  children,
}: PropsDoBotao): ReactElement {
  const soComScript = acao === undefined ? {} : { 'data-acao': acao, 'data-so-com-script': '' };
  return (
    <button type={tipo} className={classes(estilos.botao, estilos[variante])} onClick={onClick} disabled={desabilitado} {...soComScript}>
      {icone === undefined ? null : <Icone nome={icone} />}
      <span>{children}</span>
    </button>
  );
}

interface PropsDoLink extends Aparencia {
  readonly href: string;
  /** The address belongs to another site. */
  readonly externo?: boolean | undefined;
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function LinkBotao({ href, variante = 'primario', icone, externo, children }: PropsDoLink): ReactElement {
  return (
    <a href={href} className={classes(estilos.botao, estilos[variante])} rel={externo === true ? 'noopener' : undefined}>
      {icone === undefined ? null : <Icone nome={icone} />}
      <span>
        {children}
        {externo === true ? <span className="somente-leitor"> (abre outro site)</span> : null}
      </span>
      {externo === true ? <Icone nome="lucide:external-link" tamanho="p" /> : null}
    </a>
  );
}

/** A text link that leads on: 'Todas as notícias →'. */
export function LinkSeta({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <a href={href} className={estilos.seta}>
      <span>{children}</span>
      <Icone nome="lucide:arrow-right" tamanho="p" />
    </a>
  );
}
