import { escreverHora } from '../../../shared/atendimento/expediente.ts';

/** The address of a unit as rows hold it. */
export interface EnderecoDaUnidade {
  readonly endereco: string | null;
  readonly numero: string | null;
  readonly bairro: string | null;
  readonly cep: string | null;
  readonly cidade: string | null;
  readonly uf: string | null;
}

/** Returns the address on one line, as it is written on an envelope; empty when nothing is known. */
export function escreverEndereco({ endereco, numero, bairro, cep, cidade, uf }: EnderecoDaUnidade): string {
  const rua = [endereco, numero].filter(temTexto).join(', ');
  const placement = [cidade, uf].filter(temTexto).join(' – ');
  const codigo = temTexto(cep) ? `CEP ${cep.replace(/^(\d{5})-?(\d{3})$/, '$1-$2')}` : '';
  return [rua, bairro, placement, codigo].filter(temTexto).join(', ');
}

function temTexto(texto: string | null): texto is string {
  return texto !== null && texto !== '';
}

/** Returns the page of OpenStreetMap that shows the way to a point (WGS 84). Nothing of it is loaded before the visitor follows it. */
export function enderecoDoMapa(latitude: number, longitude: number): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
}

/** Opening hours of one or more days. */
export interface Horario {
  readonly dias: string;
  readonly abre: string;
  readonly fecha: string;
}

/** Reads the column `unidade.horario`; entries of another shape are left out. */
export function lerHorarios(valor: unknown): readonly Horario[] {
  if (!Array.isArray(valor)) return [];
  return valor.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { dias, abre, fecha } = item as Record<string, unknown>;
    return typeof dias === 'string' && typeof abre === 'string' && typeof fecha === 'string' ? [{ dias, abre, fecha }] : [];
  });
}

/** Returns '8h às 14h' or '8h30 às 12h' of hours as '08:00'. */
export function escreverHorario({ abre, fecha }: Horario): string {
  return `${escreverHora(abre)} às ${escreverHora(fecha)}`;
}

/** The posts that receive the public, by their type; all units where none is of that type. */
export function separarPostos<Unidade extends { readonly tipo: string | null }>(
  unidades: readonly Unidade[],
): { readonly postos: readonly Unidade[]; readonly outras: readonly Unidade[] } {
  const postos = unidades.filter(({ tipo }) => /atendimento/i.test(tipo ?? ''));
  return postos.length === 0
    ? { postos: unidades, outras: [] }
    : { postos, outras: unidades.filter((unidade) => !postos.includes(unidade)) };
}
