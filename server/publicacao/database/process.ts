/**
 * The process that writes the open data as one SQLite file: it reads lines from its standard input and writes the file that its argument names.
 * SQLite works in the thread that calls it, so it must not be the one that answers readers.
 */
import { createInterface } from 'node:readline';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Cell, ColumnType } from '../../../shared/open-data/dataset.ts';
import type { DatabaseColumn, DatabaseLine } from './lines.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  texto: 'text',
  inteiro: 'integer',
  decimal: 'numeric',
  data: 'text',
  momento: 'text',
  endereco: 'text',
};

const database = new DatabaseSync(process.argv[2] ?? '');
// A file that was not finished is thrown away, so nothing has to survive a crash.
database.exec('pragma journal_mode = off; pragma synchronous = off; begin');
database.exec('create table _sobre (chave text primary key, valor text not null)');
database.exec('create table _tabelas (tabela text primary key, descricao text not null)');
database.exec('create table _colunas (tabela text, coluna text, tipo text, significado text, exemplo text, primary key (tabela, coluna))');

let row: StatementSync | null = null;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
  take(JSON.parse(line) as DatabaseLine);
database.exec('commit');
database.close();

function take(line: DatabaseLine): void {
  switch (line.kind) {
    case 'about':
      for (const [key, value] of Object.entries(line.facts)) database.prepare('insert into _sobre values (?, ?)').run(key, value);
      return;
    case 'table':
      row = newTable(line.name, line.description, line.columns);
      return;
    case 'row':
      row?.run(...(line.cells as Cell[]));
  }
}

/** The first column is the permanent number of the row. */
function newTable(name: string, description: string, columns: readonly DatabaseColumn[]): StatementSync {
  const [key, ...others] = columns.map((column) => `${quoted(column.name)} ${TYPES[column.type]}`);
  database.exec(`create table ${quoted(name)} (${[`${key} primary key`, ...others].join(', ')})`);
  database.prepare('insert into _tabelas values (?, ?)').run(name, description);
  const describe = database.prepare('insert into _colunas values (?, ?, ?, ?, ?)');
  for (const { name: column, type, meaning, example } of columns) describe.run(name, column, type, meaning, example);
  // A row that moves between two questions for the list may come twice.
  return database.prepare(`insert or replace into ${quoted(name)} values (${columns.map(() => '?').join(', ')})`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
