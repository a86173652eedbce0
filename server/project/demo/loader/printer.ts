import { z } from 'zod';
import type { Dia } from './dates.ts';
import type { Assinatura, Timbre } from './pdf/content.ts';
import type { PessoaDemo } from './people.ts';
import type { Linha } from './rows.ts';
import { Reference, readYaml } from './source.ts';
import { readTable } from './tables.ts';

/** What the printing of a document needs besides its content. */
export interface Printer {
  readonly timbre: Timbre;
  /** The members of a body in office on a day. */
  readonly membrosEm: (orgao: string, data: Dia) => readonly Assinatura[];
  /** The name of a person by key. @throws RangeError for an unknown key. */
  readonly nomeDe: (chave: string) => string;
}

const timbreFile = z.strictObject({ municipio: z.string(), aviso: z.string() });
const settings = z.object({ nome: z.string(), sigla: z.string(), cnpj: z.string(), uf: z.string(), cor_primaria: z.string() });

/** Reads the letterhead and the terms of the bodies. */
export function printerFor(pessoas: readonly PessoaDemo[]): Printer {
  const [configuracao] = rowsOf('configuracao_site');
  const { cor_primaria: cor, ...instituto } = settings.parse(configuracao);
  const nomes = new Map(pessoas.map(({ chave, nome }) => [chave, nome]));
  const nomeDe = (chave: string): string => {
    const nome = nomes.get(chave);
    if (nome === undefined) {
      throw new RangeError(`no person has the key ${chave}`);
    }
    return nome;
  };
  const timbre = { ...instituto, cor, ...readYaml('content/timbre.yaml', timbreFile) };
  return { timbre, nomeDe, membrosEm: membersOf(rowsOf('membro_orgao'), nomeDe) };
}

function rowsOf(nome: string): readonly Linha[] {
  return readTable(nome).flatMap(({ linhas }) => linhas);
}

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
function membersOf(linhas: readonly Linha[], nomeDe: (chave: string) => string): (orgao: string, data: Dia) => readonly Assinatura[] {
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
