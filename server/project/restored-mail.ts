/**
 * What waited in the queues of e-mails when a backup was made is not sent by the site that is restored from it. The site that was backed up has
 * sent it since, and a restore that is only tried must not write to citizens.
 */
import type { Queryable } from '../backend/embedded/database.ts';

/** A backup of an older version has the tables of that version. */
const EXISTS = 'select to_regclass($1) is not null as existe';

/** Answers, receipts and terms of cases, which stay in their cases and are counted among the e-mails that were given up. */
const CASES = `with parada as (
  update casos.mensagem set desistida_em = now(), falha = 'copia-restaurada' where enviada_em is null and desistida_em is null returning 1)
select count(*)::integer as quantas from parada`;

/** News and links of confirmation. What is published from now on is told; who has no link asks for one again. */
const FOLLOWERS = `with parada as (
  update novidades.assinatura s set proxima_em = null, tentativas = 0,
         vista_ate = greatest(s.vista_ate, (select max(i.ordem) from novidades.item i where i.assunto_id = s.assunto_id))
   where s.proxima_em is not null returning 1)
select count(*)::integer as quantas from parada`;

/** Links that set passwords, and what the owners of accounts are told. Who has no link asks for another. */
const ACCOUNTS = `with parada as (delete from contas.mensagem returning 1) select count(*)::integer as quantas from parada`;

const TOLD = 'update novidades.publicacao set distribuida_em = now() where distribuida_em is null and visivel_em <= $1::timestamptz';

/** Takes what waits out of the queues of a database that was just restored; returns how many e-mails that were. */
export async function stopQueuedMail(database: Queryable, backedUpAt: string): Promise<number> {
  const has = async (table: string): Promise<boolean> => (await database.query(EXISTS, [table])).rows[0]?.['existe'] === true;
  const countOf = async (statement: string): Promise<number> => Number((await database.query(statement)).rows[0]?.['quantas']);
  const ofCases = (await has('casos.mensagem')) ? await countOf(CASES) : 0;
  const ofAccounts = (await has('contas.mensagem')) ? await countOf(ACCOUNTS) : 0;
  if (!(await has('novidades.publicacao'))) return ofCases + ofAccounts;
  await database.query(TOLD, [backedUpAt]);
  return ofCases + ofAccounts + (await countOf(FOLLOWERS));
}
