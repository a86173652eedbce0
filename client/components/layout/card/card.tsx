import type { ReactElement, ReactNode } from 'react';
import { Titulo } from '../../content/heading/heading.tsx';
import { Icone } from '../../media/icon/icon.tsx';
import type { Nivel } from '../../types.ts';
import estilos from './card.module.css';

interface Props {
  readonly titulo: string;
  readonly href?: string | undefined;
  readonly externo?: boolean | undefined;
  readonly icone?: string | null | undefined;
  readonly sobretitulo?: ReactNode;
  readonly resumo?: string | null | undefined;
  readonly rodape?: ReactNode;
  readonly nivel?: Nivel;
  readonly children?: ReactNode;
}

/** A card. With an address its whole face is the title's link, so it is one stop for the keyboard and one name for a screen reader. */
export function Cartao({ titulo, href, externo, icone, sobretitulo, resumo, rodape, nivel = 3, children }: Props): ReactElement {
  return (
    <article className={estilos.cartao}>
      {icone === undefined || icone === null ? null : (
        <span className={estilos.icone}>
          <Icone nome={icone} />
        </span>
      )}
      {sobretitulo === undefined ? null : <p className={estilos.sobretitulo}>{sobretitulo}</p>}
      <Titulo nivel={nivel} className={estilos.titulo}>
        {href === undefined ? titulo : <LinkDoCartao href={href} externo={externo === true} titulo={titulo} />}
      </Titulo>
      {resumo === undefined || resumo === null || resumo === '' ? null : <p className={estilos.resumo}>{resumo}</p>}
      {children}
      {rodape === undefined ? null : <div className={estilos.rodape}>{rodape}</div>}
    </article>
  );
}

function LinkDoCartao({
  href,
  externo,
  titulo,
}: {
  readonly href: string;
  readonly externo: boolean;
  readonly titulo: string;
}): ReactElement {
  return (
    <a href={href} className={estilos.link} rel={externo ? 'noopener' : undefined}>
      {titulo}
      {externo ? <span className="somente-leitor"> (abre outro site)</span> : null}
      {externo ? ' ' : null}
      {externo ? <Icone nome="lucide:external-link" tamanho="p" /> : null}
    </a>
  );
}
