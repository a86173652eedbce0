import { type ReactElement, use, useEffect, useState } from 'react';
import { classes } from '../../class-names.ts';
import { type CorpoDeIcone, ICONES_DO_CODIGO } from './bundled-icons.ts';
import estilos from './icon.module.css';
import { createIconLoader, type IconLoader } from './icon-loader.ts';
import { IconesContext } from './icons-context.ts';

interface Props {
  /** Full Iconify name: `lucide:calendar`. */
  readonly nome: string;
  /** What the icon says, when no text beside it does; without it the icon is decoration. */
  readonly rotulo?: string | undefined;
  readonly tamanho?: 'p' | 'm' | 'g';
}

const DO_CONTEUDO = {
  p: classes(estilos.icone, estilos['p']),
  m: classes(estilos.icone, estilos['m']),
  g: classes(estilos.icone, estilos['g']),
} as const;

const DO_CODIGO = {
  p: classes(estilos['traco'], estilos['p']),
  m: classes(estilos['traco'], estilos['m']),
  g: classes(estilos['traco'], estilos['g']),
} as const;

/** An icon as inline SVG in the colour of the text around it. */
export function Icone(props: Props): ReactElement | null {
  const { nome } = props;
  // Most are in the code, and a page has dozens: only those that are not look further, and only those that are missing keep a state.
  const doCodigo = ICONES_DO_CODIGO[nome];
  if (doCodigo !== undefined) return desenho(props, doCodigo, DO_CODIGO);
  const icone = use(IconesContext)[nome];
  return icone === undefined ? <IconeTardio {...props} /> : desenho(props, icone, DO_CONTEUDO);
}

/** An icon that neither the code nor the page brought: nothing until it is loaded. */
function IconeTardio(props: Props): ReactElement | null {
  const { nome } = props;
  const [carregado, guardar] = useState<{ readonly nome: string; readonly icone: CorpoDeIcone | null }>({ nome: '', icone: null });
  useEffect(() => {
    let atual = true;
    void iconLoader()
      .carregar(nome)
      .then((icone) => {
        if (atual) guardar({ nome, icone });
      });
    return () => {
      atual = false;
    };
  }, [nome]);
  return carregado.nome !== nome || carregado.icone === null ? null : desenho(props, carregado.icone, DO_CONTEUDO);
}

function desenho(
  { rotulo, tamanho = 'm' }: Props,
  { body, width, height }: CorpoDeIcone,
  porTamanho: Readonly<Record<'p' | 'm' | 'g', string | undefined>>,
): ReactElement {
  const mudo = rotulo === undefined;
  return (
    <svg
      className={porTamanho[tamanho]}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden={mudo ? true : undefined}
      role={mudo ? undefined : 'img'}
      aria-label={rotulo}
      dangerouslySetInnerHTML={{ __html: body }}
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
