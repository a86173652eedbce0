/** The rows and files that `row-writer.ts` writes, for the writer and for the tests that check them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const BOOTSTRAP = path.resolve(import.meta.dirname, '../../../server/project/bootstrap');

/** The tables of the files, as the backend creates them for every project; may be run again. */
export async function bootstrapTables(): Promise<string> {
  const names = ['1_armazenamento.sql', '3_conteudo_dos_arquivos.sql', '8_envios.sql'];
  return (await Promise.all(names.map((name) => readFile(path.join(BOOTSTRAP, name), 'utf8')))).join('\n');
}

export const CREATE_TABLES = `
create table if not exists escritos (n int primary key, texto text not null);
create index if not exists escritos_texto on escritos (length(texto));
create table if not exists total (linhas int not null);
insert into total select 0 where not exists (select 1 from total);`;

export function fileIdOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function contentOf(n: number): Uint8Array {
  return Buffer.from(`arquivo ${n} `.repeat(1 + (n % 300)));
}
