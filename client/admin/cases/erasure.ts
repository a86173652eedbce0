/** Cases whose retention is over, their erasure in bounded steps, and the record of what was erased (LGPD arts. 15 and 16). */
import type { RunGraphql } from '../data/graphql.ts';

/** The most that `listar_casos_a_eliminar` returns; cases beyond them are listed after these have been erased. */
export const LISTED = 500;

/** Cases of one transaction: short enough that no other one waits for it. */
const STEP = 50;

export interface DueCase {
  readonly id: string;
  readonly protocolo: string;
  readonly canal: string;
  readonly encerrado_em: string;
}

export interface Erasure {
  readonly id: number;
  readonly autor: { readonly nome: string | null } | null;
  readonly quantidade: number;
  readonly protocolos: readonly string[];
  readonly eliminado_em: string;
}

export interface Retention {
  readonly due: readonly DueCase[];
  readonly erasures: readonly Erasure[];
  readonly terms: readonly { readonly nome: string; readonly meses_de_guarda: number }[];
}

const RETENTION = `query Retention {
  due: listar_casos_a_eliminar(args: {limite: ${LISTED}}) { id protocolo canal encerrado_em }
  erasures: ato_de_eliminacao(order_by: {id: desc}, limit: 30) { id autor { nome } quantidade protocolos eliminado_em }
  terms: canal_atendimento(order_by: {canal: asc}) { nome meses_de_guarda }
}`;

/** Asks what is due, and what was erased. */
export function readRetention(run: RunGraphql): Promise<Retention> {
  return run<Retention>(RETENTION);
}

const ERASE = 'mutation Erase($ids: jsonb!, $count: Int!) { eliminar_casos(args: {ids: $ids, confirmacao: $count}) { quantidade } }';

/** Erases cases step by step and tells how many are done. @throws where a step is refused; those before it are done */
export async function eraseCases(run: RunGraphql, ids: readonly string[], onDone: (count: number) => void): Promise<void> {
  for (let from = 0; from < ids.length; from += STEP) {
    const step = ids.slice(from, from + STEP);
    await run(ERASE, { ids: step, count: step.length });
    onDone(from + step.length);
  }
}
