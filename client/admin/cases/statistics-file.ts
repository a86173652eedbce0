/** A file of statistics as a person chose it: its text, or why it cannot be read; what the database finds in it; and its import. */
import type { RunGraphql } from '../data/graphql.ts';

/** A request for content takes 1 MiB, in which each line end and each quote of the file takes a byte more. */
const LARGEST_BYTES = 900_000;

export type ReadFile = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads the bytes as UTF-8 and nothing else: an "é" that is read wrongly would be published. */
export function readStatisticsFile(bytes: Uint8Array): ReadFile {
  if (bytes.length > LARGEST_BYTES)
    return {
      kind: 'unreadable',
      reason: 'O arquivo é grande demais: o limite é de 900 KB. Divida-o, por exemplo em um arquivo para cada ano.',
    };
  if (bytes.length === 0) return { kind: 'unreadable', reason: 'O arquivo está vazio.' };
  // ZIP: a workbook of Excel or LibreOffice.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return { kind: 'unreadable', reason: 'Este arquivo é uma planilha, e não um CSV. Salve-a como “CSV UTF-8 (separado por vírgulas)”.' };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return { kind: 'text', text };
  } catch {
    // Bytes of another encoding; said below.
  }
  return { kind: 'unreadable', reason: 'O arquivo não está em UTF-8. No Excel, salve como “CSV UTF-8 (separado por vírgulas)”.' };
}

export interface FileProblem {
  readonly linha: number;
  readonly mensagem: string;
}

export interface MonthChange {
  readonly canal: string;
  readonly ano: number;
  readonly mes: number;
  readonly linhas: number;
  /** Cases that were imported for the month before; null where none were. */
  readonly casos_antes: number | null;
  readonly casos_depois: number;
  /** The site itself has counted cases of the month, to which those of the file are added. */
  readonly tem_registros: boolean;
  readonly retira_demonstracao: boolean;
}

const CHECK = `query CheckStatistics($text: String!) {
  problems: conferir_estatistica(args: {conteudo: $text}) { linha mensagem }
  months: prever_importacao(args: {conteudo: $text}) { canal ano mes linhas casos_antes casos_depois tem_registros retira_demonstracao }
}`;

/** Asks what is wrong with a file, and what it would change. */
export function checkStatistics(
  run: RunGraphql,
  text: string,
): Promise<{ readonly problems: readonly FileProblem[]; readonly months: readonly MonthChange[] }> {
  return run(CHECK, { text });
}

const IMPORT = `mutation ImportStatistics($name: String!, $text: String!) {
  imported: insert_importacao_de_estatistica_one(object: {nome: $name, conteudo: $text}) { linhas }
}`;

/** Imports a file, or rejects whole. */
export async function importStatistics(run: RunGraphql, name: string, text: string): Promise<void> {
  await run(IMPORT, { name: name.slice(0, 200), text });
}

export interface ImportedMonth {
  readonly canal: string;
  readonly ano: number;
  readonly mes: number;
  readonly casos: number;
  readonly desfeito_em: string | null;
  readonly quem_desfez: { readonly nome: string | null } | null;
  readonly pode_desfazer: boolean;
}

export interface Import {
  readonly id: number;
  readonly nome: string;
  readonly feita_em: string;
  readonly autor: { readonly nome: string | null } | null;
  readonly meses: readonly ImportedMonth[];
}

const IMPORTS = `query Imports {
  imports: importacao_de_estatistica(where: {demonstracao: {_eq: false}}, order_by: {id: desc}, limit: 20) {
    id nome feita_em autor { nome }
    meses(order_by: [{canal: asc}, {ano: asc}, {mes: asc}]) { canal ano mes casos desfeito_em quem_desfez { nome } pode_desfazer }
  }
}`;

/** Asks for the newest imports. */
export async function readImports(run: RunGraphql): Promise<readonly Import[]> {
  return (await run<{ readonly imports: readonly Import[] }>(IMPORTS)).imports;
}

const UNDO = `mutation UndoImport($id: bigint!, $canal: String!, $ano: Int!, $mes: Int!) {
  desfazer_importacao(args: {importacao_id: $id, canal: $canal, ano: $ano, mes: $mes}) { mes }
}`;

/** Puts back what an import replaced in one month. */
export async function undoMonth(run: RunGraphql, id: number, { canal, ano, mes }: ImportedMonth): Promise<void> {
  await run(UNDO, { id, canal, ano, mes });
}

/** Returns the name of a month: `Ouvidoria, março de 2025`. */
export function monthName({ canal, ano, mes }: Pick<MonthChange, 'canal' | 'ano' | 'mes'>, channel: (canal: string) => string): string {
  const month = new Date(Date.UTC(ano, mes - 1, 1)).toLocaleDateString('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `${channel(canal)}, ${month}`;
}
