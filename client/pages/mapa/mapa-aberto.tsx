import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import { carregarMapa } from './carregar-mapa.ts';
import { type ControleDoMapa, controlarMapa, type Situacao } from './controle-do-mapa.ts';
import { marcaDoMapa, type UnidadeNoMapa } from './lugares.ts';
import styles from './mapa.module.css';

interface Props {
  readonly build: string;
  readonly lugares: readonly UnidadeNoMapa[];
  readonly tileUrl: string;
  readonly atribuicao: string | null;
}

const AJUDA = 'ajuda-do-mapa';
const FIM = 'fim-do-mapa';

const FALHAS = {
  'sem-mapa': 'O mapa não carregou. Confira a sua conexão. Os endereços continuam na lista acima.',
  'sem-imagens': 'As imagens do mapa não chegaram. Confira a sua conexão. Os endereços continuam na lista acima.',
} as const;

const FALADAS: Readonly<Record<Situacao, string>> = {
  carregando: 'Carregando o mapa.',
  pronto: 'Mapa aberto.',
  'sem-mapa': '',
  'sem-imagens': '',
};

/** The frame of the open map, with its caption and its status message. */
export function MapaAberto(props: Props): ReactElement {
  const quadro = useRef<HTMLElement>(null);
  const { situacao, tentarDeNovo } = useMapa(quadro, props);
  return (
    <div className={styles.aberto}>
      <p className={styles.ajuda} id={AJUDA}>
        Pelo teclado: as setas movem o mapa, + e − aproximam e afastam, Tab passa pelos pontos, Enter abre a ficha e Esc a fecha.
      </p>
      <a href={`#${FIM}`} className={styles.pular}>
        Pular o mapa
      </a>
      <output className="somente-leitor">{FALADAS[situacao]}</output>
      {situacao === 'sem-mapa' || situacao === 'sem-imagens' ? (
        <Alert tone="warning" role="alert">
          <p>{FALHAS[situacao]}</p>
          <p>
            <Button variant="secondary" onClick={tentarDeNovo}>
              Tentar de novo
            </Button>
          </p>
        </Alert>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows move the map while it has the focus */}
      <section ref={quadro} className={styles.quadro} aria-label="Mapa das unidades" aria-describedby={AJUDA} tabIndex={0} />
      <p id={FIM} tabIndex={-1} className="somente-leitor">
        Fim do mapa.
      </p>
    </div>
  );
}

/** Opens the map in `quadro` and closes it when the frame goes. */
function useMapa(
  quadro: RefObject<HTMLElement | null>,
  { build, lugares, tileUrl, atribuicao }: Props,
): { readonly situacao: Situacao; readonly tentarDeNovo: () => void } {
  const [situacao, mudar] = useState<Situacao>('carregando');
  const controle = useRef<ControleDoMapa | null>(null);
  useEffect(() => {
    const placement = quadro.current;
    if (placement === null) return;
    const aberto = controlarMapa({
      mudar,
      // oxlint-disable-next-line no-console -- the browser's console is where an operator finds why
      avisar: (error) => console.warn(error),
      abrir: async ({ onTiles }) => {
        const openTileMap = await carregarMapa(build);
        const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
        const describe = (membros: readonly number[]) => marcaDoMapa(lugares.filter((_unidade, indice) => membros.includes(indice)));
        return openTileMap(placement, { tileUrl, attribution: atribuicao, places: lugares, describe, reducedMotion, onTiles });
      },
    });
    controle.current = aberto;
    return () => aberto.fechar();
  }, [quadro, build, lugares, tileUrl, atribuicao]);
  const tentarDeNovo = (): void => {
    // The button that was pressed goes away: the reader stays with the map.
    quadro.current?.focus();
    controle.current?.tentarDeNovo();
  };
  return { situacao, tentarDeNovo };
}
