/** Tells who else has the row open, and tells the others that this person has. */
import { Alert, Box } from '@mui/material';
import { type ReactElement, useEffect, useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { RunGraphql } from '../../data/graphql.ts';
import type { ContentType } from '../../resources/content-type.ts';

/** Milliseconds between two signs; the database forgets a person after 45 seconds without one. */
const EVERY_MS = 15_000;

const ENTER = `mutation EnterRow($tabela: String!, $chave: String!) {
  insert_presenca_one(object: {tabela: $tabela, chave: $chave}, on_conflict: {constraint: presenca_pkey, update_columns: [visto_em]}) { usuario visto_em }
}`;
const OTHERS = `query WhoIsHere($tabela: String!, $chave: String!, $usuario: uuid!, $agora: timestamptz!) {
  presenca(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}, usuario: {_neq: $usuario}, expira_em: {_gt: $agora}}, order_by: {visto_em: asc}, limit: 10) {
    autor { nome }
  }
}`;
const LEAVE = `mutation LeaveRow($tabela: String!, $chave: String!) {
  delete_presenca(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}}) { affected_rows }
}`;

interface Entered {
  readonly insert_presenca_one: { readonly usuario: string; readonly visto_em: string };
}
interface Others {
  readonly presenca: readonly { readonly autor: { readonly nome: string } | null }[];
}

export function Presence({ type, run }: { readonly type: ContentType; readonly run: RunGraphql }): ReactElement {
  const record = useRecordContext();
  const others = useOthers(run, type.table, record === undefined ? null : String(record[type.key]));
  return (
    <Box component="output" sx={{ display: 'block', width: '100%' }}>
      {others.length > 0 && (
        <Alert severity="info" role="none">
          {sentence(others)} Se as duas pessoas salvarem, quem salvar depois escolhe entre os textos, e nada se perde.
        </Alert>
      )}
    </Box>
  );
}

function useOthers(run: RunGraphql, tabela: string, chave: string | null): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (chave === null) return;
    const row = { tabela, chave };
    let isHere = true;
    const sign = async (): Promise<void> => {
      // A page in the background edits nothing.
      if (document.visibilityState === 'hidden') return;
      const { insert_presenca_one: own } = await run<Entered>(ENTER, row);
      const { presenca } = await run<Others>(OTHERS, { ...row, usuario: own.usuario, agora: own.visto_em });
      if (isHere) setNames(presenca.map(({ autor }) => autor?.nome ?? 'Outra pessoa'));
    };
    // Without the server nobody knows; the form itself is not concerned.
    const trySign = (): void => void sign().catch(() => undefined);
    trySign();
    const timer = setInterval(trySign, EVERY_MS);
    document.addEventListener('visibilitychange', trySign);
    return () => {
      isHere = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', trySign);
      run(LEAVE, row).catch(() => undefined);
    };
  }, [run, tabela, chave]);
  return names;
}

/** Names the people who are at the row. */
function sentence(names: readonly string[]): string {
  const all = new Intl.ListFormat('pt-BR').format(names);
  return names.length === 1 ? `${all} está editando este conteúdo agora.` : `${all} estão editando este conteúdo agora.`;
}
