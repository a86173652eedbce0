import { z } from 'zod';
import type { Linha, Tabela } from './rows.ts';
import { readYaml } from './source.ts';

/** Reads the tables whose rows stand in a file as they are: the keys are columns, `padrao` gives what a row does not say. */
const linha = z.record(z.string(), z.unknown());
/** Columns that take the position of the row: in the whole table or in its own list. */
const numerar = z.partialRecord(z.enum(['id', 'ordem']), z.enum(['tabela', 'lista']));

const tableFile = z.strictObject({
  tabela: z.string(),
  numerar: numerar.default({}),
  /** All rows in one statement, for a table that refers to itself. */
  inteira: z.literal(true).optional(),
  padrao: linha.default({}),
  /** What the rows under `filhos` are: rows of this table or of another one that name the row above them in the column `pai`. */
  filhos: z.strictObject({ tabela: z.string(), pai: z.string(), numerar: numerar.optional(), padrao: linha.default({}) }).optional(),
  linhas: z.array(linha).default([]),
  grupos: z.array(z.strictObject({ padrao: linha, linhas: z.array(linha) })).default([]),
});
type TableFile = z.infer<typeof tableFile>;

/** Reads `content/tabelas/<name>.yaml`: the table itself, then the table of its `filhos` when that is another one. References are kept. */
export function readTable(nome: string): readonly Tabela[] {
  const file = readYaml(`content/tabelas/${nome}.yaml`, tableFile);
  const lists = file.grupos.length === 0 ? [{ padrao: {}, linhas: file.linhas }] : file.grupos;
  const rows = new Map<string, Linha[]>();
  for (const { padrao, linhas } of lists) {
    addRows(rows, file, { tabela: file.tabela, numerar: file.numerar, padrao: { ...file.padrao, ...padrao }, linhas });
  }
  return [...rows].map(([tabela, linhas]) => ({
    nome: tabela,
    linhas,
    ...(file.numerar.id === undefined ? {} : { identity: true }),
    ...(file.inteira === undefined ? {} : { inteira: true }),
  }));
}

interface RowList {
  readonly tabela: string;
  readonly numerar: z.infer<typeof numerar>;
  readonly padrao: Linha;
  readonly linhas: readonly Linha[];
}

function addRows(rows: Map<string, Linha[]>, file: TableFile, list: RowList): void {
  const table = rows.get(list.tabela) ?? [];
  rows.set(list.tabela, table);
  list.linhas.forEach(({ filhos, ...colunas }, index) => {
    const positions = { tabela: table.length + 1, lista: index + 1 };
    const numbered = Object.entries(list.numerar).map(([coluna, kind]) => [coluna, positions[kind]] as const);
    table.push({ ...list.padrao, ...Object.fromEntries(numbered), ...colunas });
    if (file.filhos !== undefined && filhos !== undefined) {
      addRows(rows, file, childList(file.filhos, list, { id: positions.tabela, linhas: z.array(linha).parse(filhos) }));
    }
  });
}

/** Children in the same table take the defaults of the list above them. */
function childList(
  filhos: NonNullable<TableFile['filhos']>,
  list: RowList,
  { id, linhas }: { id: number; linhas: readonly Linha[] },
): RowList {
  const herdado = filhos.tabela === list.tabela ? list.padrao : filhos.padrao;
  return { tabela: filhos.tabela, numerar: filhos.numerar ?? list.numerar, padrao: { ...herdado, [filhos.pai]: id }, linhas };
}
