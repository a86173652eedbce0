/** The words of the map: what its markers are called and what their cards say. */
import { routePath } from '../../../shared/routes/url.ts';
import type { MapMark, MapPlace, PlacePart } from '../../map/place.ts';
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
  if (unidades.length === 1) return { name: primeira.nome, badge: '', href, card: { title: primeira.nome, parts: [parteDeUma(primeira)] } };
  const title = `${unidades.length} unidades`;
  return {
    name: `${title}: ${primeira.nome} e ${unidades.length === 2 ? (unidades[1]?.nome ?? '') : `mais ${unidades.length - 1}`}`,
    badge: String(unidades.length),
    href,
    card: { title, parts: porEndereco(unidades) },
  };
}

function parteDeUma(unidade: UnidadeNoMapa): PlacePart {
  const { id, nome } = unidade;
  return {
    line: escreverEndereco(unidade),
    links: [{ href: routePath('unidade', { id }), text: 'O que faz', spoken: `: ${nome}` }, comoChegar(unidade)],
  };
}

/** One part for each address, with the units that are there. */
function porEndereco(unidades: readonly UnidadeNoMapa[]): readonly PlacePart[] {
  const grupos = new Map<string, UnidadeNoMapa[]>();
  for (const unidade of unidades) {
    const endereco = escreverEndereco(unidade);
    grupos.set(endereco, [...(grupos.get(endereco) ?? []), unidade]);
  }
  return [...grupos].map(([line, juntas]) => {
    const [primeira] = juntas;
    const links = juntas.map(({ id, nome }) => ({ href: routePath('unidade', { id }), text: nome, spoken: '' }));
    return { line, links: primeira === undefined ? links : [...links, comoChegar(primeira)] };
  });
}

function comoChegar(unidade: UnidadeNoMapa): PlacePart['links'][number] {
  const endereco = escreverEndereco(unidade);
  return {
    href: enderecoDoMapa(unidade.latitude, unidade.longitude),
    text: 'Como chegar',
    spoken: ` a ${endereco === '' ? unidade.nome : endereco} (abre outro site)`,
  };
}
