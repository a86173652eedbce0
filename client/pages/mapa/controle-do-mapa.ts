import type { TileMap, TileMapOptions } from '../../map/tile-map.ts';

/** `sem-mapa`: its code did not come; `sem-imagens`: the map is there, its pictures are not. */
export type Situacao = 'carregando' | 'pronto' | 'sem-mapa' | 'sem-imagens';

export interface ControleDoMapa {
  tentarDeNovo(): void;
  fechar(): void;
}

export interface OpcoesDoMapa {
  /** Loads the code and draws the map. */
  readonly abrir: (options: Pick<TileMapOptions, 'onTiles'>) => Promise<TileMap>;
  readonly mudar: (situacao: Situacao) => void;
  readonly avisar: (error: unknown) => void;
}

/** Opens a map and keeps it until it is closed, which may happen while it is still being loaded. Call `fechar` once. */
export function controlarMapa({ abrir, mudar, avisar }: OpcoesDoMapa): ControleDoMapa {
  let mapa: TileMap | null = null;
  let fechado = false;
  const carregar = async (): Promise<void> => {
    let situacao: Situacao = 'pronto';
    mudar('carregando');
    try {
      const aberto = await abrir({
        onTiles: (tiles) => {
          situacao = tiles === 'missing' ? 'sem-imagens' : 'pronto';
          if (mapa !== null) mudar(situacao);
        },
      });
      if (fechado) {
        aberto.close();
        return;
      }
      mapa = aberto;
      mudar(situacao);
    } catch (error) {
      avisar(error);
      if (!fechado) mudar('sem-mapa');
    }
  };
  void carregar();
  return {
    tentarDeNovo: () => {
      if (mapa === null) {
        void carregar();
        return;
      }
      mudar('pronto');
      mapa.retry();
    },
    fechar: () => {
      fechado = true;
      mapa?.close();
      mapa = null;
    },
  };
}
