import { z } from 'zod';
import { monthName } from '../../../../../shared/locale/months.ts';
import { type Dia, fimDoMes } from '../dates.ts';
import { ContentError, readYaml } from '../source.ts';
import { expand, isRecord } from '../template.ts';

/** Reads files in which one template (`modelo`) and a table of rows make many documents. */
/** Rows as a list (of lists of cells, or of maps by column), or as a text: one row a line, cells between bars, an empty cell is null. */
const rows = z.union([z.array(z.unknown()), z.string().transform(splitRows)]);

function splitRows(text: string): readonly unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cellOf(cell.trim())));
}

function cellOf(text: string): string | number | true | null {
  if (text === '' || text === 'true') {
    return text === '' ? null : true;
  }
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const familyFile = z.strictObject({
  /** Names of the cells of a row that is a list. A row may end early: its last columns are then null. */
  colunas: z.array(z.string()).default([]),
  /** A column that holds the key of a row of other tables, whose columns follow its name: `{mes.patrimonio}`. */
  referencias: z.record(z.string(), z.array(z.string())).default({}),
  textos: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string()).nonempty()]))).default({}),
  /** Values of the columns that a row does not name. */
  padrao: z.record(z.string(), z.unknown()).default({}),
  modelo: z.record(z.string(), z.unknown()),
  linhas: rows,
});
type FamilyFile = z.infer<typeof familyFile>;

type Row = Readonly<Record<string, unknown>>;
/** Rows by key, for the references. */
export type LookupTable = ReadonlyMap<string, Row>;

export interface FamilyContext {
  readonly tables: Readonly<Record<string, LookupTable>>;
  readonly hoje: Dia;
}

/** Returns what the template of a file makes of each of its rows. @throws ContentError that names the file and the row. */
export function readFamily<T>(file: string, schema: z.ZodType<T>, context: FamilyContext): readonly T[] {
  const family = readYaml(file, familyFile);
  return family.linhas.map((linha, index) => {
    const place = `${file}, linhas[${index}]`;
    const result = schema.safeParse(expandRow(place, family, { linha, context }));
    if (result.success) {
      return result.data;
    }
    const [issue] = result.error.issues;
    throw new ContentError(place, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  });
}

interface RowInContext {
  readonly linha: unknown;
  readonly context: FamilyContext;
}

function expandRow(place: string, family: FamilyFile, { linha, context }: RowInContext): unknown {
  try {
    const { hoje, tables } = context;
    const named = isRecord(linha) ? { ...family.padrao, ...linha } : rowOf(family.colunas, linha);
    const values = Object.entries(named).map(([name, cell]) => {
      const value = expand(cell, { values: {}, textos: {}, hoje, linha: place });
      return [name, refer(family.referencias[name], value, tables)] as const;
    });
    return expand(family.modelo, { values: Object.fromEntries(values), textos: family.textos, hoje, linha: place });
  } catch (error) {
    throw new ContentError(place, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Returns the rows of a family's file with their cells named, for texts of other families that tell of them. */
export function readRows(file: string): readonly Row[] {
  const { colunas, linhas } = readYaml(file, familyFile);
  return linhas.map((linha) => rowOf(colunas, linha));
}

/** Names the cells of a row. */
function rowOf(columns: readonly string[], linha: unknown): Row {
  if (!Array.isArray(linha)) {
    throw new RangeError('the row is neither a list nor a map');
  }
  if (linha.length > columns.length) {
    throw new RangeError(`the row has ${linha.length} cells for ${columns.length} columns`);
  }
  return Object.fromEntries(columns.map((name, index) => [name, linha[index] ?? null]));
}

function refer(names: readonly string[] | undefined, key: unknown, tables: FamilyContext['tables']): unknown {
  return names === undefined ? key : names.reduce<Row>((row, name) => ({ ...row, ...find(name, key, tables[name]) }), {});
}

function find(name: string, key: unknown, table: LookupTable | undefined): Row {
  const row = table?.get(String(key));
  if (row === undefined) {
    throw new RangeError(`the table ${name} has no row ${String(key)}`);
  }
  return row;
}

const seriesFile = z.strictObject({ chave: z.string(), colunas: z.array(z.string()), linhas: rows });

/** Reads a table of `content/series` by its key. */
export function readSeries(name: string): LookupTable {
  const { chave, colunas, linhas } = readYaml(`content/series/${name}.yaml`, seriesFile);
  const rows = linhas.map((linha) => rowOf(colunas, linha));
  return new Map(rows.map((row) => [String(row[chave]), row]));
}

/** Adds to each row of a series by month (`2026-03`) its parts: `ano`, `numero`, `inicio`, `fim` and `nome`. */
export function withCalendar(series: LookupTable): LookupTable {
  return new Map(
    [...series].map(([key, row]) => {
      const [ano, numero] = [Number(key.slice(0, 4)), Number(key.slice(5))];
      const calendar = { ano, numero, inicio: `${key}-01`, fim: fimDoMes(ano, numero), nome: `${monthName(numero)} de ${ano}` };
      return [key, { ...row, ...calendar }];
    }),
  );
}
