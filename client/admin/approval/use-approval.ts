/** The state of the approval of a row, which the form waits for and its panel shows: the fields stand where they stay. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef, useState } from 'react';
import { isSame, VERSION_COLUMN } from '../data/selection.ts';
import { EVERY_MS } from '../editing/presence/presence-signs.ts';
import type { ContentType, Row } from '../resources/content-type.ts';
import { FollowContext, GraphqlContext } from '../session/contexts.ts';
import { APPROVED_TABLES, type Approval, type ApprovalRequest, type ApprovedRow, readApproval } from './approval.ts';

/** The row as a request names it; null for a content that nobody approves. */
export function approvedRow(type: ContentType, record: Row | undefined): ApprovedRow | null {
  if (record === undefined || !APPROVED_TABLES.has(type.table)) return null;
  return { tabela: type.table, chave: String(record[type.key]) };
}

/** Reads it, and again after each save, which may be the publication that ends the request. */
export function useApproval(row: ApprovedRow | null, record: Row | undefined): UseQueryResult<Approval> {
  const run = use(GraphqlContext);
  return useQuery({
    queryKey: ['approval', row, record?.[VERSION_COLUMN]],
    queryFn: async () => (run === null || row === null ? { isAsked: false, request: null } : readApproval(run, row)),
    enabled: run !== null && row !== null,
    // Of the same row alone: another one has not been read yet.
    placeholderData: (previous, query) => (isSame(query?.queryKey[1], row) ? previous : undefined),
  });
}

/** Whether the form may be shown: the state is answered, could not be asked at once, or nobody approves the content. */
export function useIsApprovalKnown(type: ContentType, record: Row | undefined): boolean {
  const { isLoading, failureCount } = useApproval(approvedRow(type, record), record);
  return !isLoading || failureCount > 0;
}

/** Whether changes of `person` that had come back gave way, while this form was open, to what another person sent. They are a draft then. */
export function useHasGivenWay(request: ApprovalRequest | null, person: string | undefined): boolean {
  const before = useRef(request);
  const [hasGivenWay, setGivenWay] = useState(false);
  useEffect(() => {
    const was = before.current;
    before.current = request;
    const isOwnReturned = was?.situacao === 'devolvida' && was.proposta !== null && was.pedida_por === person;
    if (isOwnReturned && request !== null && request.pedida_por !== person) setGivenWay(true);
  }, [request, person]);
  return hasGivenWay;
}

const STATE = `subscription ApprovalState($tabela: String!, $chave: String!) {
  requests: aprovacao(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}}) { versao pedida_em }
}`;

type RequestState = Pick<ApprovalRequest, 'versao' | 'pedida_em'>;

/** Calls `onOther` when the request of `row` is another one than the screen shows: somebody has sent, returned, published or withdrawn it. */
export function useFollowedApproval(row: ApprovedRow | null, request: ApprovalRequest | null, onOther: () => Promise<void>): void {
  const follow = use(FollowContext);
  const tabela = row?.tabela;
  const chave = row?.chave;
  const latest = useRef({ request, onOther });
  useEffect(() => {
    latest.current = { request, onOther };
  });
  useEffect(() => {
    if (follow === null || tabela === undefined || chave === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = (): void => undefined;
    const begin = (): void => {
      stop = follow<{ readonly requests: readonly RequestState[] }>({
        query: STATE,
        variables: { tabela, chave },
        onData: ({ requests: [now] }) => {
          const { request: shown, onOther: tell } = latest.current;
          if (now?.versao !== shown?.versao || now?.pedida_em !== shown?.pedida_em) void tell();
        },
        // A lost socket is opened again, as that of presence is.
        onEnd: () => {
          timer = setTimeout(begin, EVERY_MS);
        },
      });
    };
    begin();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [follow, tabela, chave]);
}
