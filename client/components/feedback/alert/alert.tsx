import type { ReactElement, ReactNode } from 'react';
import { classes } from '../../class-names.ts';
import { Titulo } from '../../content/heading/heading.tsx';
import { Icone } from '../../media/icon/icon.tsx';
import type { Nivel } from '../../types.ts';
import estilos from './alert.module.css';

type TomDeAviso = 'info' | 'sucesso' | 'alerta' | 'erro';

const ICONES: Readonly<Record<TomDeAviso, string>> = {
  info: 'lucide:info',
  sucesso: 'lucide:circle-check',
  alerta: 'lucide:triangle-alert',
  erro: 'lucide:circle-alert',
};

const NOMES: Readonly<Record<TomDeAviso, string>> = { info: 'Informação', sucesso: 'Sucesso', alerta: 'Atenção', erro: 'Erro' };

interface Props {
  readonly tom: TomDeAviso;
  readonly titulo?: string | undefined;
  readonly nivel?: Nivel;
  /** Only for a message that appears after the page was read. */
  readonly papel?: 'status' | 'alert' | undefined;
  readonly children: ReactNode;
}

/** A message that must not be missed; icon and hidden name say its kind, so that colour is not alone. */
export function Aviso({ tom, titulo, nivel = 2, papel, children }: Props): ReactElement {
  return (
    <div className={classes(estilos.aviso, estilos[tom])} role={papel}>
      <span className={estilos.icone}>
        <Icone nome={ICONES[tom]} rotulo={NOMES[tom]} />
      </span>
      <div className={estilos.corpo}>
        {titulo === undefined ? null : (
          <Titulo nivel={nivel} className={estilos.titulo}>
            {titulo}
          </Titulo>
        )}
        {children}
      </div>
    </div>
  );
}
