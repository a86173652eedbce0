/**
 * Which editor has which row open. This document signs its rows again and again, and follows the signs of others. The database decides by its own clock when
 * an editor who signs no more is gone, so a browser that crashes leaves by itself.
 */
import type { Timers } from '../../../../shared/time/timers.ts';
import type { RunGraphql, RunOptions } from '../../data/graphql.ts';
import type { FollowGraphql } from '../../data/live.ts';

/** Milliseconds between two signs; the database forgets a person after 45 seconds without one. */
export const EVERY_MS = 15_000;

export const ENTER = `mutation EnterRow($tabela: String!, $chave: String!) {
  insert_presenca_one(object: {tabela: $tabela, chave: $chave}, on_conflict: {constraint: presenca_pkey, update_columns: [visto_em]}) { usuario visto_em }
}`;
const OTHERS = `subscription WhoIsHere($tabela: String!, $chave: String!, $usuario: uuid!) {
  presenca(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}, usuario: {_neq: $usuario}}, order_by: {usuario: asc}, limit: 10) {
    expira_em
    autor { nome }
  }
}`;
export const LEAVE = `mutation LeaveRow($tabela: String!, $chave: String!) {
  delete_presenca(where: {tabela: {_eq: $tabela}, chave: {_eq: $chave}}) { affected_rows }
}`;

export interface OpenRow {
  readonly tabela: string;
  readonly chave: string;
}

export interface Presence {
  /** Signs the row until it is left; `onOthers` is called with the names of who else is there. */
  enter(row: OpenRow, onOthers: (names: readonly string[]) => void): PresenceAtRow;
  /** Leaves all rows. Resolves when the server was told, or cannot be. */
  leaveAll(): Promise<void>;
  /** Tells the server that the editor has left the rows of this document, which may be about to close. An editor who stays signs again. */
  pause(): void;
}

export interface PresenceAtRow {
  /** Signs at once: the document is looked at again. */
  sign(): void;
  leave(): Promise<void>;
}

export interface PresenceOptions {
  readonly run: RunGraphql;
  readonly follow: FollowGraphql;
  readonly timers: Timers;
  /** A document in the background edits nothing, and signs nothing. */
  readonly isHidden: () => boolean;
}

export interface Sign {
  readonly usuario: string;
  /** Moment by the clock of the database. */
  readonly visto_em: string;
}

interface Other {
  readonly expira_em: string;
  readonly autor: { readonly nome: string } | null;
}

/** The person did not ask for these requests: they fail without a message. */
export const QUIET: RunOptions = { quiet: true };

/** Makes the presence of one document. */
export function createPresence(options: PresenceOptions): Presence {
  const { run } = options;
  const rows = new Map<PresenceAtRow, OpenRow>();
  // One request after the other: a row that is left must not be signed by a request that began before.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: InTurn = (ask) => {
    const turn = last.then(ask);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    enter: (row, onOthers) => {
      const at = signRow(row, { ...options, inTurn, onOthers });
      const left: PresenceAtRow = {
        sign: () => at.sign(),
        leave: () => {
          rows.delete(left);
          return at.leave();
        },
      };
      rows.set(left, row);
      return left;
    },
    leaveAll: async () => {
      await Promise.all([...rows.keys()].map((row) => row.leave()));
    },
    pause: () => {
      // Sent at once and outlives the document.
      for (const row of rows.values()) run(LEAVE, { ...row }, { ...QUIET, keepalive: true }).catch(() => undefined);
    },
  };
}

type InTurn = <T>(ask: () => Promise<T>) => Promise<T>;

interface Signing extends PresenceOptions {
  readonly inTurn: InTurn;
  readonly onOthers: (names: readonly string[]) => void;
}

function signRow(row: OpenRow, { run, follow, timers, isHidden, inTurn, onOthers }: Signing): PresenceAtRow {
  let isHere = true;
  let others: readonly Other[] = [];
  let own: Sign | null = null;
  let stopFollowing: (() => void) | null = null;
  let cancelNext = (): void => undefined;
  const tell = (): void => {
    const now = Date.parse(own?.visto_em ?? '');
    if (isHere) onOthers(others.filter(({ expira_em }) => Date.parse(expira_em) > now).map(({ autor }) => autor?.nome ?? 'Outra pessoa'));
  };
  const followOthers = (usuario: string): void => {
    stopFollowing ??= follow<{ readonly presenca: readonly Other[] }>({
      query: OTHERS,
      variables: { ...row, usuario },
      onData: ({ presenca }) => {
        others = presenca;
        tell();
      },
      // The next sign follows again. Until then no other editor is known to be there.
      onEnd: () => {
        stopFollowing = null;
        others = [];
        tell();
      },
    });
  };
  const writeSign = async (): Promise<void> => {
    if (!isHere) return;
    const { insert_presenca_one: sign } = await run<{ readonly insert_presenca_one: Sign }>(ENTER, { ...row }, QUIET);
    own = sign;
    if (!isHere) return;
    followOthers(sign.usuario);
    tell();
  };
  const sign = (): void => {
    cancelNext();
    if (!isHere) return;
    cancelNext = timers.after(EVERY_MS, sign);
    // Without the server presence is unknown; the form itself is not concerned.
    if (!isHidden()) inTurn(writeSign).catch(() => undefined);
  };
  sign();
  return {
    sign,
    leave: async () => {
      if (!isHere) return;
      isHere = false;
      cancelNext();
      stopFollowing?.();
      await inTurn(() => run(LEAVE, { ...row }, QUIET)).catch(() => undefined);
    },
  };
}
