import { describe, expect, test } from 'vitest';
import { marcaDoMapa, unidadesNoMapa } from '../../../../client/pages/mapa/lugares.ts';

const POSTO = {
  id: 8,
  nome: 'Posto Beira-Rio',
  endereco: 'Rua do Trapiche',
  numero: '85',
  bairro: null,
  cep: null,
  cidade: 'Vila Serena',
  uf: 'PA',
  latitude: -1.7496,
  longitude: -48.8784,
};
const SALA = { ...POSTO, id: 9, nome: 'Arquivo' };
const VIZINHO = { ...POSTO, id: 10, nome: 'Central', numero: '91', longitude: -48.8785 };
const SEM_ENDERECO = { ...POSTO, id: 11, nome: 'Anexo', endereco: null, numero: null, cidade: null, uf: null };

const ROTA = 'https://www.openstreetmap.org/?mlat=-1.7496&mlon=-48.8784#map=18/-1.7496/-48.8784';

test('units without a point are only in the list', () => {
  expect(unidadesNoMapa([{ ...POSTO, latitude: null }, SALA, { ...POSTO, longitude: null }])).toEqual([SALA]);
  expect(unidadesNoMapa([{ ...POSTO, latitude: 0, longitude: 0 }])).toHaveLength(1);
});

describe('a marker', () => {
  test('a marker of one unit says that it opens a card, with its address and the way there first', () => {
    expect(marcaDoMapa([POSTO])).toEqual({
      name: 'Posto Beira-Rio, abrir a ficha',
      badge: '',
      href: '#unidade-8',
      card: {
        title: 'Posto Beira-Rio',
        parts: [
          {
            line: 'Rua do Trapiche, 85, Vila Serena – PA',
            way: { href: ROTA, text: 'Como chegar', spoken: ' a Rua do Trapiche, 85, Vila Serena – PA (abre outro site)' },
            links: [{ href: '/institucional/unidade/8', text: 'O que faz', spoken: ': Posto Beira-Rio' }],
          },
        ],
      },
    });
  });

  test('a marker of several units says how many, and lists them by address', () => {
    const { name, badge, card } = marcaDoMapa([POSTO, VIZINHO, SALA]);
    expect([name, badge, card.title]).toEqual(['3 unidades: Posto Beira-Rio e mais 2, abrir a ficha', '3', '3 unidades']);
    expect(card.parts.map(({ line, way, links }) => [line, way.text, ...links.map(({ text }) => text)])).toEqual([
      ['Rua do Trapiche, 85, Vila Serena – PA', 'Como chegar', 'Posto Beira-Rio', 'Arquivo'],
      ['Rua do Trapiche, 91, Vila Serena – PA', 'Como chegar', 'Central'],
    ]);
  });

  test('a marker of two units names both', () => {
    expect(marcaDoMapa([POSTO, SALA]).name).toBe('2 unidades: Posto Beira-Rio e Arquivo, abrir a ficha');
  });

  test('names the unit where no address is known', () => {
    const [parte] = marcaDoMapa([SEM_ENDERECO]).card.parts;
    expect(parte?.line).toBe('');
    expect(parte?.way.spoken).toBe(' a Anexo (abre outro site)');
  });

  test('a marker without a unit throws a RangeError', () => {
    expect(() => marcaDoMapa([])).toThrow(RangeError);
  });
});
