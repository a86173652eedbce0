/** The texts of the map: names of markers and contents of cards. */
import { routePath } from '../../../shared/routes/url.ts';
import type { MapMark, MapPlace, PlaceLink, PlacePart } from '../../map/place.ts';
import { type EnderecoDaUnidade, enderecoDoMapa, escreverEndereco } from './endereco.ts';

interface UnidadeDaLista extends EnderecoDaUnidade {
  readonly id: number;
  readonly nome: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export interface UnidadeNoMapa extends UnidadeDaLista, MapPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** Returns the units that have a point, in the order of the list. The others are in the list alone. */
export function unidadesNoMapa<Unidade extends UnidadeDaLista>(unidades: readonly Unidade[]): readonly (Unidade & UnidadeNoMapa)[] {
  return unidades.filter((unidade): unidade is Unidade & UnidadeNoMapa => unidade.latitude !== null && unidade.longitude !== null);
}

/** Returns the marker of one unit, or of several that stand in one place of the map. */
export function marcaDoMapa(unidades: readonly UnidadeNoMapa[]): MapMark {
  const [primeira] = unidades;
  if (primeira === undefined) throw new RangeError('a marker needs a unit');
  const href = `#unidade-${primeira.id}`;
  if (unidades.length === 1) {
    const { nome } = primeira;
    return { name: `${nome}, abrir a ficha`, badge: '', href, card: { title: nome, parts: [parteDeUma(primeira)] } };
  }
  const title = `${unidades.length} unidades`;
  const outras = unidades.length === 2 ? (unidades[1]?.nome ?? '') : `mais ${unidades.length - 1}`;
  return {
    name: `${title}: ${primeira.nome} e ${outras}, abrir a ficha`,
    badge: String(unidades.length),
    href,
    card: { title, parts: porEndereco(unidades) },
  };
}

function parteDeUma(unidade: UnidadeNoMapa): PlacePart {
  const { id, nome } = unidade;
  return {
    line: escreverEndereco(unidade),
    way: comoChegar(unidade),
    links: [{ href: routePath('unidade', { id }), text: 'O que faz', spoken: `: ${nome}` }],
  };
}

/** One part for each address, with the units that are there. */
function porEndereco(unidades: readonly UnidadeNoMapa[]): readonly PlacePart[] {
  const partes = new Map<string, { readonly line: string; readonly way: PlaceLink; readonly links: PlaceLink[] }>();
  for (const unidade of unidades) {
    const line = escreverEndereco(unidade);
    const parte = partes.get(line) ?? { line, way: comoChegar(unidade), links: [] };
    parte.links.push({ href: routePath('unidade', { id: unidade.id }), text: unidade.nome, spoken: '' });
    partes.set(line, parte);
  }
  return [...partes.values()];
}

function comoChegar(unidade: UnidadeNoMapa): PlaceLink {
  const endereco = escreverEndereco(unidade);
  return {
    href: enderecoDoMapa(unidade.latitude, unidade.longitude),
    text: 'Como chegar',
    spoken: ` a ${endereco === '' ? unidade.nome : endereco} (abre outro site)`,
  };
}
