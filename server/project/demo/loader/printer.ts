import { z } from 'zod';
import type { Dia } from './dates.ts';
import { membersOf } from './members.ts';
import type { Assinatura, Timbre } from './pdf/content.ts';
import type { PessoaDemo } from './people.ts';
import type { Linha } from './rows.ts';
import { readYaml } from './source.ts';
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
