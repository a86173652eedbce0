/** Tells who else has the case open, and tells the others that this person has: two who answer one case do the work twice. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import type { RunGraphql, RunOptions } from '../data/graphql.ts';
import { peopleAt } from '../editing/presence/presence.tsx';

/** Milliseconds between two signs; the database forgets a person after 45 seconds without one. */
const EVERY_MS = 15_000;

const ENTER = `mutation EnterCase($id: String!) {
  insert_presenca_one(object: {tabela: "caso", chave: $id}, on_conflict: {constraint: presenca_pkey, update_columns: [visto_em]}) { usuario visto_em }
}`;
const OTHERS = `query WhoIsAtCase($id: String!, $usuario: uuid!, $agora: timestamptz!) {
  presenca(where: {tabela: {_eq: "caso"}, chave: {_eq: $id}, usuario: {_neq: $usuario}, expira_em: {_gt: $agora}}, order_by: {usuario: asc}, limit: 10) {
    autor { nome }
  }
}`;
const LEAVE = `mutation LeaveCase($id: String!) {
  delete_presenca(where: {tabela: {_eq: "caso"}, chave: {_eq: $id}}) { affected_rows }
}`;

/** The person did not ask for these requests: they fail without a message. */
const QUIET: RunOptions = { quiet: true };

/** Signs the case, and returns the names of who else has signed it. The clock of the database decides who is gone. */
export async function signCase(run: RunGraphql, id: string): Promise<readonly string[]> {
  const { insert_presenca_one: own } = await run<{ readonly insert_presenca_one: { readonly usuario: string; readonly visto_em: string } }>(
    ENTER,
    { id },
    QUIET,
  );
  const { presenca: others } = await run<{ readonly presenca: readonly { readonly autor: { readonly nome: string } | null }[] }>(
    OTHERS,
    { id, usuario: own.usuario, agora: own.visto_em },
    QUIET,
  );
  return others.map(({ autor }) => autor?.nome ?? 'Outra pessoa');
}

/** Takes the sign back; a request that fails leaves it to the database. */
export async function leaveCase(run: RunGraphql, id: string): Promise<void> {
  await run(LEAVE, { id }, { ...QUIET, keepalive: true }).catch(() => undefined);
}

/** A document in the background asks nothing again, and is forgotten. */
export function CasePresence({ run, id }: { readonly run: RunGraphql; readonly id: string }): ReactElement {
  const { data: others = [], isError } = useQuery({
    queryKey: ['at case', id],
    queryFn: () => signCase(run, id),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    const leave = (): void => void leaveCase(run, id);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [run, id]);
  return (
    // The lines are there before the names come: what a person is about to press stays where it is.
    <Typography component="output" variant="body2" sx={{ display: 'block', fontWeight: 'bold', minHeight: { xs: '3em', sm: '1.5em' } }}>
      {others.length > 0 && !isError && `${peopleAt(others)} com este caso aberto agora.`}
    </Typography>
  );
}
