/**
 * What only the database knows of a change: the files of a document that was withdrawn, the rows that cite one that is published now.
 * Asked for after the rows' own groups were purged, so for the milliseconds of the answer such a file or citation may still be served.
 */
import { z } from 'zod';
import { parentGroup, rowGroup } from '../../shared/cache/groups.ts';
import { QUERY_TEXTS } from '../../shared/graphql/generated/all.ts';
import { ADMIN_CALLER, type ContentBackend } from '../backend/backend.ts';
import { rowsOfFile, type Surroundings } from './change-purges.ts';

export interface SurroundingGroups {
  /** Files and what shows them: they may not be seen any more. */
  readonly hard: readonly string[];
  /** Rows beside which the changed one may now appear. */
  readonly soft: readonly string[];
}

/** More rows than this are not asked for: the caller purges everything. */
export const MAX_ASKED = 500;

const ASK_LIMIT_MS = 5_000;

const Id = z.union([z.number(), z.string()]);
const Rows = z.array(z.object({ id: Id }));
const Answer = z.object({
  documento_arquivo: z.array(z.object({ arquivo_id: z.string() })),
  comunicado_arquivo: z.array(z.object({ arquivo_id: z.string() })),
  pessoa: z.array(z.object({ foto_arquivo_id: z.string() })),
  documento_relacao: z.array(z.object({ de_id: Id, para_id: Id })),
  documento: Rows,
  membro_orgao: Rows,
  orgao_colegiado: Rows,
  reuniao: Rows,
  unidade: Rows,
  progestao_evidencia: Rows,
});

/** The tables whose rows cite one of the rows asked about. */
const CITING = ['documento', 'membro_orgao', 'orgao_colegiado', 'reuniao', 'unidade', 'progestao_evidencia'] as const;

/** Returns how many rows there are to ask about. */
export function countAsked(ask: Surroundings): number {
  return ask.documento.size + ask.comunicado.size + ask.reuniao.size + ask.pessoa.size;
}

/** Returns the groups around rows. @throws the backend's failure, and a ZodError for an answer of another shape. */
export async function askSurroundings(backend: Pick<ContentBackend, 'execute'>, ask: Surroundings): Promise<SurroundingGroups> {
  const variables = {
    documentos: [...ask.documento],
    comunicados: [...ask.comunicado],
    reunioes: [...ask.reuniao],
    pessoas: [...ask.pessoa],
  };
  const request = { query: QUERY_TEXTS.EmVoltaDasMudancas, variables, operationName: 'EmVoltaDasMudancas' };
  const answer = await backend.execute(request, { caller: ADMIN_CALLER, timeoutMs: ASK_LIMIT_MS });
  if (answer.kind === 'errors') throw new Error(answer.errors[0]?.message ?? 'the backend refused what surrounds a change');
  const rows = Answer.parse(JSON.parse(answer.json));
  const files = [
    ...rows.documento_arquivo.map(({ arquivo_id }) => arquivo_id),
    ...rows.comunicado_arquivo.map(({ arquivo_id }) => arquivo_id),
    ...rows.pessoa.map(({ foto_arquivo_id }) => foto_arquivo_id),
  ];
  const related = rows.documento_relacao.flatMap(({ de_id, para_id }) => [de_id, para_id]).map((id) => ({ table: 'documento', id }));
  const citing = CITING.flatMap((table) => rows[table].map(({ id }) => ({ table, id })));
  return {
    hard: [...new Set(files)].flatMap(rowsOfFile),
    soft: [...new Set([...related, ...citing].flatMap(({ table, id }) => [rowGroup(table, id), parentGroup(table, id)]))],
  };
}
