/** The draft of a row as it is found before its form is shown. What is written from then on is no offer. */
import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useGetIdentity } from 'react-admin';
import { VERSION_COLUMN } from '../../data/selection.ts';
import type { ContentType, Row } from '../../resources/content-type.ts';
import { DraftContext, useTableAccess } from '../../session/contexts.ts';
import { differingColumns } from '../difference.ts';
import type { Draft, DraftKey } from './draft-store.ts';

/** Null where there is none. */
export const FoundDraftContext = createContext<Draft | null>(null);

/** Asks whether the person has an unfinished text of the row. A server that does not answer has none. */
export function useFoundDraft(type: ContentType, record: Row | undefined): { readonly draft: Draft | null; readonly isKnown: boolean } {
  const store = use(DraftContext);
  const isKept = useTableAccess(type.table).readable.has(VERSION_COLUMN);
  const { identity, isPending } = useGetIdentity();
  const key = identity === undefined ? null : draftKeyOf(identity.id, type, record);
  const { data = null, isLoading } = useQuery({
    queryKey: ['found-draft', key],
    queryFn: async () => {
      if (store === null || key === null) return null;
      const columns = type.fields.map(({ name }) => name);
      return store.find(key, ({ dados }) => differingColumns(columns, dados, { ...blank(columns), ...record }).length > 0);
    },
    enabled: store !== null && key !== null && isKept,
    // The store answers without a network too. Each form asks once, and asks itself.
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { draft: data, isKnown: !isPending && !isLoading };
}

/** The key of the drafts of a row; of a new one without a record. */
export function draftKeyOf(person: string | number, type: ContentType, record: Row | undefined): DraftKey {
  return { usuario: String(person), tabela: type.table, chave: record === undefined ? null : String(record[type.key]) };
}

/** What a row that has nothing yet has in its columns. */
export function blank(columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, null]));
}
