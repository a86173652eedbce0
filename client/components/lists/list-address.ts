import { listAddress } from '../../../shared/routes/list-address.ts';
import type { ListQuery } from '../../../shared/routes/list-search.ts';

/** A filter that only some lists have; an empty value means all. */
export interface CampoExtra {
  readonly nome: string;
  readonly rotulo: string;
  readonly valor: string;
  readonly opcoes: readonly { readonly valor: string; readonly rotulo: string }[];
}

/** The address of a list in a given state: its path and the query without defaults. */
export function enderecoDaLista(caminho: string, consulta: ListQuery, extras: readonly CampoExtra[] = []): string {
  return listAddress(consulta, caminho, Object.fromEntries(extras.map(({ nome, valor }) => [nome, valor])));
}

/** True when the list shows less than everything. */
export function temFiltro(consulta: ListQuery, extras: readonly CampoExtra[] = []): boolean {
  return consulta.q !== '' || consulta.anos.length > 0 || extras.some(({ valor }) => valor !== '');
}

/** The address with the same order and page size, and no filter. */
export function enderecoSemFiltros(caminho: string, consulta: ListQuery): string {
  return enderecoDaLista(caminho, { ...consulta, q: '', anos: [], pagina: 1 });
}
