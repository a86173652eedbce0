import { describe, expect, test } from 'vitest';
import type { TileMap, TileMapOptions } from '../../../../client/map/tile-map.ts';
import { controlarMapa, type Situacao } from '../../../../client/pages/mapa/controle-do-mapa.ts';

interface Ensaio {
  readonly vistas: Situacao[];
  readonly erros: unknown[];
  readonly pedidos: { readonly resolve: (mapa: TileMap) => void; readonly reject: (error: unknown) => void }[];
  readonly feito: string[];
  readonly mapa: TileMap;
  onTiles: TileMapOptions['onTiles'];
}

function ensaiar() {
  const feito: string[] = [];
  const ensaio: Ensaio = {
    vistas: [],
    erros: [],
    pedidos: [],
    feito,
    mapa: { retry: () => void feito.push('retry'), close: () => void feito.push('close') },
    onTiles: () => undefined,
  };
  const controle = controlarMapa({
    mudar: (situacao) => ensaio.vistas.push(situacao),
    avisar: (error) => ensaio.erros.push(error),
    abrir: ({ onTiles }) => {
      ensaio.onTiles = onTiles;
      const { promise, resolve, reject } = Promise.withResolvers<TileMap>();
      ensaio.pedidos.push({ resolve, reject });
      return promise;
    },
  });
  return { ensaio, controle };
}

/** Lets what waits for promises go on. */
const passar = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the control of the map', () => {
  test('the control opens the map, reports on its tiles and closes it once', async () => {
    const { ensaio, controle } = ensaiar();
    ensaio.pedidos[0]?.resolve(ensaio.mapa);
    await passar();
    ensaio.onTiles('missing');
    ensaio.onTiles('shown');
    controle.fechar();
    expect(ensaio.vistas).toEqual(['carregando', 'pronto', 'sem-imagens', 'pronto']);
    expect(ensaio.feito).toEqual(['close']);
  });

  test('the control asks an open map to load its tiles again', async () => {
    const { ensaio, controle } = ensaiar();
    ensaio.pedidos[0]?.resolve(ensaio.mapa);
    await passar();
    ensaio.onTiles('missing');
    controle.tentarDeNovo();
    expect(ensaio.vistas.at(-1)).toBe('pronto');
    expect(ensaio.feito).toEqual(['retry']);
    expect(ensaio.pedidos).toHaveLength(1);
  });

  test('the control loads a map again that did not load, and reports each failure', async () => {
    const { ensaio, controle } = ensaiar();
    const falha = new Error('no network');
    ensaio.pedidos[0]?.reject(falha);
    await passar();
    expect(ensaio.vistas).toEqual(['carregando', 'sem-mapa']);
    controle.tentarDeNovo();
    ensaio.pedidos[1]?.resolve(ensaio.mapa);
    await passar();
    expect(ensaio.vistas.slice(2)).toEqual(['carregando', 'pronto']);
    expect(ensaio.erros).toEqual([falha]);
  });

  test('the control closes a map that loads after its frame was removed, and reports nothing more', async () => {
    const { ensaio, controle } = ensaiar();
    controle.fechar();
    ensaio.pedidos[0]?.resolve(ensaio.mapa);
    await passar();
    expect(ensaio.feito).toEqual(['close']);
    expect(ensaio.vistas).toEqual(['carregando']);
  });

  test('the control keeps what the tiles reported while the map was opening', async () => {
    const { ensaio } = ensaiar();
    ensaio.onTiles('missing');
    ensaio.pedidos[0]?.resolve(ensaio.mapa);
    await passar();
    expect(ensaio.vistas).toEqual(['carregando', 'sem-imagens']);
  });
});
