import { type ReactElement, use, useEffect, useState } from 'react';
import { classes } from './classes.ts';
import estilos from './icone.module.css';
import { createIconLoader, type IconLoader } from './icone-carregador.ts';
import { type CorpoDeIcone, ICONES_DO_CODIGO } from './icones.ts';
import { IconesContext } from './icones-context.ts';

interface Props {
  /** Full Iconify name: `lucide:calendar`. */
  readonly nome: string;
  /** What the icon says, when no text beside it does; without it the icon is decoration. */
  readonly rotulo?: string | undefined;
  readonly tamanho?: 'p' | 'm' | 'g';
}

/** An icon as inline SVG in the colour of the text around it. */
export function Icone({ nome, rotulo, tamanho = 'm' }: Props): ReactElement | null {
  const daPagina = use(IconesContext)[nome];
  const pronto = ICONES_DO_CODIGO[nome] ?? daPagina ?? null;
  const [carregado, guardar] = useState<{ readonly nome: string; readonly icone: CorpoDeIcone | null }>({ nome: '', icone: null });
  const falta = pronto === null;
  useEffect(() => {
    if (!falta) return;
    let atual = true;
    void iconLoader()
      .carregar(nome)
      .then((icone) => {
        if (atual) guardar({ nome, icone });
      });
    return () => {
      atual = false;
    };
  }, [nome, falta]);
  const icone = pronto ?? (carregado.nome === nome ? carregado.icone : null);
  if (icone === null) return null;
  const papel = rotulo === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': rotulo } as const);
  return (
    <svg
      className={classes(estilos.icone, estilos[tamanho])}
      viewBox={`0 0 ${icone.width} ${icone.height}`}
      focusable="false"
      {...papel}
      dangerouslySetInnerHTML={{ __html: icone.body }}
    />
  );
}

let loader: IconLoader | null = null;

/** The page's loader, made at the first missing icon; the server never gets here, for effects do not run there. */
function iconLoader(): IconLoader {
  loader ??= createIconLoader({
    fetch: (url, init) => fetch(url, init),
    // oxlint-disable-next-line no-console -- the browser's console is where the original reports a late icon
    log: (message) => console.warn(message),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  return loader;
}
