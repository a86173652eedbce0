import type { Dia } from './dates.ts';
import type { Assinatura } from './pdf/content.ts';
import type { Linha } from './rows.ts';
import { Reference } from './source.ts';

interface Membro {
  readonly orgao: string;
  readonly nome: string;
  readonly cargo: string;
  readonly inicio: Dia;
}

/**
 * Returns a function that lists the titular members of a body in office on a day. Where nobody was in office, between two terms or before
 * the first, the members of the last term before it sign, or those of the first. `linhas` are the rows of `membro_orgao`.
 */
export function membersOf(
  linhas: readonly Linha[],
  nomeDe: (chave: string) => string,
): (orgao: string, data: Dia) => readonly Assinatura[] {
  const titulares = linhas.filter((linha) => linha['condicao'] === 'titular').map((linha) => memberOf(linha, nomeDe));
  const mandatos = Map.groupBy(titulares, ({ orgao, inicio }) => `${orgao}:${inicio}`);
  const inicios = new Map(
    [...Map.groupBy(titulares, ({ orgao }) => orgao)].map(([orgao, membros]) => [orgao, membros.map(({ inicio }) => inicio).toSorted()]),
  );
  return (orgao, data) => {
    const dias = inicios.get(orgao) ?? [];
    const inicio = dias.findLast((dia) => dia <= data) ?? dias[0];
    return (mandatos.get(`${orgao}:${inicio}`) ?? []).map(({ nome, cargo }) => ({ nome, cargo }));
  };
}

function memberOf(linha: Linha, nomeDe: (chave: string) => string): Membro {
  return {
    orgao: targetOf(linha['orgao_id']),
    nome: nomeDe(targetOf(linha['pessoa_id'])),
    cargo: String(linha['cargo']),
    inicio: String(linha['mandato_inicio']),
  };
}

function targetOf(value: unknown): string {
  if (!(value instanceof Reference)) {
    throw new RangeError(`${String(value)} is no reference`);
  }
  return value.target;
}
