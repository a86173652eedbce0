/** Publishes or withdraws the chosen rows of a list, after the person has confirmed how many. */
import Button from '@mui/material/Button';
import { type ReactElement, useState } from 'react';
import { Confirm, type Identifier, useDataProvider, useListContext, useNotify, useRefresh, useUnselectAll } from 'react-admin';
import { localDay } from '../../../shared/time/local-day.ts';
import type { Publication } from '../resources/content-type.ts';
import { useTimeZone } from '../time/institution-time.ts';

type Action = 'publish' | 'withdraw';

const TEXTS: Readonly<
  Record<Action, { readonly button: string; readonly title: string; readonly content: (count: number) => string; readonly done: string }>
> = {
  publish: {
    button: 'Publicar',
    title: 'Publicar no site',
    content: (count) =>
      `${count === 1 ? 'Um conteúdo aparece' : `${count} conteúdos aparecem`} no site agora. Datas futuras continuam valendo.`,
    done: 'Publicado',
  },
  withdraw: {
    button: 'Retirar do site',
    title: 'Retirar do site',
    content: (count) => `${count === 1 ? 'Um conteúdo deixa' : `${count} conteúdos deixam`} de aparecer no site. Nada é excluído.`,
    done: 'Retirado do site',
  },
};

/** Draws both buttons. */
export function PublicationActions({ publication }: { readonly publication: Publication }): ReactElement {
  return (
    <>
      <PublicationButton action="publish" publication={publication} />
      <PublicationButton action="withdraw" publication={publication} />
    </>
  );
}

/** Where a row can be withdrawn with a reason, as the law wants it of documents, that is the better way. */
const OF_WITHDRAWAL: Readonly<Record<Action, string>> = {
  publish: ' O que foi retirado com motivo continua retirado.',
  withdraw:
    ' Quem tem o endereço lê que a página não existe. Para que leia o motivo, abra o documento e preencha a retirada, com o motivo.',
};

function PublicationButton({ action, publication }: { readonly action: Action; readonly publication: Publication }): ReactElement {
  const [asked, setAsked] = useState(false);
  const [running, setRunning] = useState(false);
  const { resource, selectedIds } = useListContext();
  const provider = useDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const unselectAll = useUnselectAll(resource);
  const timeZone = useTimeZone();
  const { button, title, content, done } = TEXTS[action];
  /** The choice reaches other pages of the list, so its rows are read: those of this page are not all of them. */
  const groupsToPublish = async (): Promise<readonly Group[]> => {
    const { data } = await provider.getMany(resource, { ids: selectedIds });
    return datedIds(publication, { ids: selectedIds, rows: data, timeZone });
  };
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      const groups = action === 'withdraw' ? [{ ids: selectedIds, values: {} }] : await groupsToPublish();
      for (const { ids, values } of groups) {
        if (ids.length > 0) await provider.updateMany(resource, { ids, data: { [publication.flag]: action === 'publish', ...values } });
      }
      notify(done, { type: 'success' });
      unselectAll();
      refresh();
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    } finally {
      setRunning(false);
      setAsked(false);
    }
  };
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        {button}
      </Button>
      <Confirm
        isOpen={asked}
        loading={running}
        title={title}
        content={content(selectedIds.length) + (publication.withdrawal === undefined ? '' : OF_WITHDRAWAL[action])}
        onConfirm={() => void run()}
        onClose={() => setAsked(false)}
      />
    </>
  );
}

interface Group {
  readonly ids: Identifier[];
  readonly values: Readonly<Record<string, unknown>>;
}

interface Chosen {
  readonly ids: readonly Identifier[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly timeZone: string;
}

/** The database asks for a date of what is published: rows without one get this moment, the others keep theirs. */
function datedIds({ since }: Publication, { ids, rows, timeZone }: Chosen): readonly Group[] {
  if (since === undefined) return [{ ids: [...ids], values: {} }];
  const undated = new Set(rows.filter((row) => row[since.column] === null).map((row) => row['id']));
  const now = new Date();
  const value = since.precision === 'moment' ? now.toISOString() : localDay(now.getTime(), timeZone);
  return [
    { ids: ids.filter((id) => !undated.has(id)), values: {} },
    { ids: ids.filter((id) => undated.has(id)), values: { [since.column]: value } },
  ];
}
