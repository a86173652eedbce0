import type { ReactElement } from 'react';
import { formatarNumero } from '../../../../shared/locale/numbers.ts';
import { classes } from '../../class-names.ts';
import { Icone } from '../../media/icon/icon.tsx';
import estilos from './pagination.module.css';

interface Props {
  /** 1-based */
  readonly pagina: number;
  readonly porPagina: number;
  readonly total: number;
  readonly href: (pagina: number) => string;
  readonly rotulo?: string;
}

/** Links to the pages of a list; each ends in the results, where reading goes on. Nothing when there is one page only. */
export function Paginacao({ pagina, porPagina, total, href, rotulo = 'Páginas' }: Props): ReactElement | null {
  const ultima = Math.max(1, Math.ceil(total / porPagina));
  if (ultima === 1 && pagina === 1) return null;
  const para = (numero: number): string => `${href(numero)}#resultados`;
  return (
    <nav aria-label={rotulo} className={estilos.paginacao} data-sem-impressao="">
      {pagina > 1 ? (
        <a href={para(Math.min(pagina - 1, ultima))} rel="prev" className={estilos.passo}>
          <Icone nome="lucide:chevron-left" /> Anterior
        </a>
      ) : null}
      <ol className={estilos.paginas}>
        {paginasMostradas(pagina, ultima).map((numero, posicao, todas) => (
          <li key={numero} className={classes(numero - (todas[posicao - 1] ?? numero - 1) > 1 && estilos.salto)}>
            <a href={para(numero)} aria-current={numero === pagina ? 'page' : undefined} className={estilos.numero}>
              <span className="somente-leitor">Página </span>
              {formatarNumero(numero)}
            </a>
          </li>
        ))}
      </ol>
      {pagina < ultima ? (
        <a href={para(pagina + 1)} rel="next" className={estilos.passo}>
          Próxima <Icone nome="lucide:chevron-right" />
        </a>
      ) : null}
    </nav>
  );
}

/** The first, the last and the neighbours of the current page; a gap of one page is filled, for a gap would be as wide. */
export function paginasMostradas(pagina: number, ultima: number): readonly number[] {
  const perto = [1, pagina - 1, pagina, pagina + 1, ultima].filter((numero) => numero >= 1 && numero <= ultima);
  const ordenadas = [...new Set(perto)].sort((a, b) => a - b);
  return ordenadas.flatMap((numero, posicao) => (numero - (ordenadas[posicao - 1] ?? numero) === 2 ? [numero - 1, numero] : [numero]));
}
