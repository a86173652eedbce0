import { diaDe, diaRelativo, instante } from './dates.ts';
import type { Ids } from './documents/document-rows.ts';
import { uuidFor } from './ids.ts';
import { pessoaId } from './people.ts';
import type { Pictures } from './pictures.ts';
import { html } from './rich-text.ts';
import type { Linha, Tabela } from './rows.ts';
import { Reference } from './source.ts';

/** What the references in the rows are resolved with. */
export interface Known {
  readonly now: Date;
  readonly pictures: Pictures;
  readonly ids: Ids;
  /** Ids of the sections that the migrations brought, by their keys. */
  readonly secoes: ReadonlyMap<string, number>;
}

/** Replaces every reference in the rows of a table by the value of its column. @throws RangeError for a reference to nothing. */
export function resolveTable(tabela: Tabela, known: Known): Tabela {
  const resolveRow = (linha: Linha): Linha =>
    Object.fromEntries(
      Object.entries(linha).map(([coluna, value]) => [coluna, value instanceof Reference ? resolve(value, known) : value]),
    );
  return { ...tabela, linhas: tabela.linhas.map(resolveRow) };
}

function resolve({ kind, target }: Reference, { now, pictures, ids, secoes }: Known): unknown {
  switch (kind) {
    case 'imagem':
      return pictures.idOf(target);
    case 'endereco':
      return pictures.addressOf(target);
    case 'pessoa':
      return pessoaId(target);
    case 'orgao':
      return ids.orgao(target);
    case 'documento':
      return ids.documento(target);
    case 'secao':
      return sectionId(target, secoes);
    case 'arquivo':
      return uuidFor(target);
    case 'momento':
      return momentOf(target, now);
    case 'texto':
      return html(target, pictures.forText);
    default:
      return kind satisfies never;
  }
}

/** Returns the instant of `hoje+20 23:59`. */
function momentOf(target: string, now: Date): string {
  const [day = '', hour] = target.split(' ');
  return instante(diaRelativo(day, diaDe(now)), hour);
}

function sectionId(chave: string, secoes: ReadonlyMap<string, number>): number {
  const id = secoes.get(chave);
  if (id === undefined) {
    throw new RangeError(`no section has the key ${chave}`);
  }
  return id;
}
