/** Tells who else has the row open, and tells the others that this person has. */
import Typography from '@mui/material/Typography';
import { type ReactElement, use, useEffect, useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { ContentType } from '../../resources/content-type.ts';
import { PresenceContext } from '../../session/contexts.ts';
import type { Presence as PresenceOfDocument } from './presence-signs.ts';

export function Presence({ type }: { readonly type: ContentType }): ReactElement {
  const record = useRecordContext();
  const others = useOthers(use(PresenceContext), type.table, record === undefined ? null : String(record[type.key]));
  return (
    <Typography component="output" variant="body2" sx={{ display: 'block', fontWeight: 'bold' }}>
      {others.length > 0 && `${peopleAt(others)} editando este conteúdo agora. Quem salvar depois escolhe entre os textos.`}
    </Typography>
  );
}

function useOthers(presence: PresenceOfDocument | null, tabela: string, chave: string | null): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    if (presence === null || chave === null) return;
    const row = presence.enter({ tabela, chave }, setNames);
    const signWhenSeen = (): void => {
      if (document.visibilityState === 'visible') row.sign();
    };
    // Before unloading the session is still there; some telephones tell of the end by `pagehide` alone.
    const pause = (): void => presence.pause();
    document.addEventListener('visibilitychange', signWhenSeen);
    window.addEventListener('beforeunload', pause);
    window.addEventListener('pagehide', pause);
    return () => {
      document.removeEventListener('visibilitychange', signWhenSeen);
      window.removeEventListener('beforeunload', pause);
      window.removeEventListener('pagehide', pause);
      setNames([]);
      void row.leave();
    };
  }, [presence, tabela, chave]);
  return names;
}

/** Names the people who are somewhere, as the beginning of a sentence. */
export function peopleAt(names: readonly string[]): string {
  return `${new Intl.ListFormat('pt-BR').format(names)} ${names.length === 1 ? 'está' : 'estão'}`;
}
