/** Tells who else has the case open, and tells the others that this person has: two who answer one case do the work twice. */
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef } from 'react';
import type { RunGraphql } from '../data/graphql.ts';
import { peopleAt } from '../editing/presence/presence.tsx';
import { ENTER, EVERY_MS, LEAVE, type OpenRow, QUIET, type Sign } from '../editing/presence/presence-signs.ts';

const OTHERS = `query WhoIsAtCase($tabela: String!, $chave: String!, $usuario: uuid!, $agora: timestamptz!) {
  presenca(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}, usuario: {_neq: $usuario}, expira_em: {_gt: $agora}}, order_by: {usuario: asc}, limit: 10) {
    autor { nome }
  }
}`;

const rowOf = (id: string): OpenRow => ({ tabela: 'caso', chave: id });

/**
 * Signs the case, and returns the names of who else has signed it. The clock of the database decides who is gone. Asked for again and again: the
 * socket of subscriptions, by which editors follow each other, has the role of editors.
 */
export async function signCase(run: RunGraphql, id: string): Promise<readonly string[]> {
  const row = rowOf(id);
  const { insert_presenca_one: own } = await run<{ readonly insert_presenca_one: Sign }>(ENTER, { ...row }, QUIET);
  const { presenca: others } = await run<{ readonly presenca: readonly { readonly autor: { readonly nome: string } | null }[] }>(
    OTHERS,
    { ...row, usuario: own.usuario, agora: own.visto_em },
    QUIET,
  );
  return others.map(({ autor }) => autor?.nome ?? 'Outra pessoa');
}

/** Takes the sign back; a request that fails leaves it to the database. */
export async function leaveCase(run: RunGraphql, id: string): Promise<void> {
  await run(LEAVE, { ...rowOf(id) }, { ...QUIET, keepalive: true }).catch(() => undefined);
}

/** A document in the background asks nothing again, and is forgotten. */
export function CasePresence({ run, id }: { readonly run: RunGraphql; readonly id: string }): ReactElement {
  // A case that is left must not be signed by a request that began before.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const { data: others = [], isError } = useQuery({
    queryKey: ['at case', id],
    queryFn: () => {
      const signed = signCase(run, id);
      last.current = signed.catch(() => undefined);
      return signed;
    },
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
      void last.current.then(leave);
    };
  }, [run, id]);
  return (
    // The lines are there before the names come: what a person is about to press stays where it is.
    <Typography component="output" variant="body2" sx={{ display: 'block', fontWeight: 'bold', minHeight: { xs: '3em', sm: '1.5em' } }}>
      {others.length > 0 && !isError && `${peopleAt(others)} com este caso aberto agora.`}
    </Typography>
  );
}
