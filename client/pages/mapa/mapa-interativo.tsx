import { type ReactElement, useEffect, useRef, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Heading } from '../../components/content/heading/heading.tsx';
import botao from '../../components/navigation/button/button.module.css';
import { useSettings } from '../../site-state/contexts.ts';
import type { UnidadeNoMapa } from './lugares.ts';
import styles from './mapa.module.css';
import { MapaAberto } from './mapa-aberto.tsx';

const ID_DO_MAPA = 'mapa';

interface Props {
  readonly lugares: readonly UnidadeNoMapa[];
  readonly tileUrl: string;
}

/**
 * The map below the list, closed until the visitor opens it: nothing of another site is loaded before. `<details>` opens without our
 * script too, so a click that comes before hydration is not lost.
 */
export function MapaInterativo({ lugares, tileUrl }: Props): ReactElement {
  const { build, mapTileAttribution } = useSettings();
  const [aberto, abrir] = useState(false);
  const detalhes = useRef<HTMLDetailsElement>(null);
  useEffect(() => abrir(detalhes.current?.open === true), []);
  return (
    <section aria-labelledby={ID_DO_MAPA} className={styles.mapa} data-sem-impressao="">
      <Heading level={2} id={ID_DO_MAPA}>
        Mapa
      </Heading>
      <p>
        O mapa repete os endereços da lista. As imagens dele vêm de outro site ({new URL(tileUrl).host}) e só carregam depois que você abrir
        o mapa.
      </p>
      <noscript>
        <p>Para abrir o mapa, ative o JavaScript do navegador. A lista acima funciona sem ele.</p>
      </noscript>
      <details ref={detalhes} data-so-com-script="" onToggle={(event) => abrir(event.currentTarget.open)}>
        <summary className={classNames(botao.button, botao.secondary, styles.abrir)} data-iniciar="">
          {aberto ? 'Fechar o mapa' : 'Abrir o mapa'}
        </summary>
        {aberto ? <MapaAberto build={build} lugares={lugares} tileUrl={tileUrl} atribuicao={mapTileAttribution} /> : null}
      </details>
    </section>
  );
}
