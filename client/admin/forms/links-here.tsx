/** What still leads to a content that is not on the site: who withdraws it sees at once which links break, and where they are mended. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { useRecordContext } from 'react-admin';
import type { Access } from '../data/access.ts';
import type { RunGraphql } from '../data/graphql.ts';
import { VERSION_COLUMN } from '../data/selection.ts';
import type { ContentType } from '../resources/content-type.ts';
import { SHOWN_ROWS } from '../screens/dashboard/report.ts';
import { RowLink } from '../screens/dashboard/report-card.tsx';
import { type NamedByKey, type NameOf, readNames } from '../screens/dashboard/row-names.ts';
import { AccessContext, GraphqlContext } from '../session/contexts.ts';

type Source = NamedByKey & { readonly chave: string };

interface Links {
  readonly sources: readonly Source[];
  readonly nameOf: NameOf;
}

const BROKEN = 'ligacao_quebrada';

/** Draws the list; nothing while no link to the row is broken. */
export function LinksHere({ type }: { readonly type: ContentType }): ReactElement | null {
  const run = use(GraphqlContext);
  const access = use(AccessContext);
  const record = useRecordContext();
  const key = record === undefined ? null : keyInAddress(type.publicPath?.(record) ?? null);
  const { data } = useQuery({
    // Each save makes another version.
    queryKey: ['links here', type.table, key, record?.[VERSION_COLUMN]],
    queryFn: async () => (run === null || key === null ? null : readLinks(run, access, { table: type.table, key })),
    enabled: run !== null && key !== null && access.has(BROKEN),
  });
  if (data === undefined || data === null || data.sources.length === 0) return null;
  const { sources, nameOf } = data;
  return (
    <Box component="output" sx={{ display: 'block' }}>
      <Alert severity="warning" role="none">
        Este conteúdo não está no site, e ainda há links que levam a ele. Mude-os em:
        <Box component="ul" sx={{ my: 0, pl: 2, '& a': { color: 'inherit', display: 'inline-block', py: 0.5 } }}>
          {sources.slice(0, SHOWN_ROWS).map((source) => (
            <li key={`${source.tabela} ${source.chave}`}>
              <RowLink table={source.tabela} id={source.chave} text={nameOf(source)} />
            </li>
          ))}
          {sources.length > SHOWN_ROWS ? <li>e em outros, que o início lista em “Links quebrados”.</li> : null}
        </Box>
      </Alert>
    </Box>
  );
}

/** The part of its address by which links name a row, as the database keeps them. */
function keyInAddress(path: string | null): string | null {
  const last = path?.split('/').at(-1) ?? '';
  return last === '' ? null : decodeURIComponent(last).toLowerCase();
}

const LINKS = `query Links($table: String!, $key: String!, $rows: Int!) {
  links: ${BROKEN}(where: {alvo_tabela: {_eq: $table}, alvo_chave: {_eq: $key}}, distinct_on: [tabela, chave],
    order_by: [{tabela: asc}, {chave: asc}], limit: $rows) { tabela chave }
}`;

async function readLinks(
  run: RunGraphql,
  access: Access,
  { table, key }: { readonly table: string; readonly key: string },
): Promise<Links> {
  const variables = { table, key, rows: SHOWN_ROWS + 1 };
  const { links } = await run<{ readonly links: readonly Source[] }>(LINKS, variables, { quiet: true });
  return { sources: links, nameOf: await readNames(run, access, links) };
}
