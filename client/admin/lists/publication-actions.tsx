/** Publishes or withdraws the chosen rows of a list, after the person has confirmed how many. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import { type ReactElement, useState } from 'react';
import { Confirm, type Identifier, useDataProvider, useListContext, useNotify, useRefresh } from 'react-admin';
import { formatNumber } from '../../../shared/locale/numbers.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import type { Publication } from '../resources/content-type.ts';
import { useTimeZone } from '../time/institution-time.ts';
import { publicationFailure } from './publication-failure.ts';

type Action = 'publish' | 'withdraw';

const TEXTS: Readonly<
  Record<Action, { readonly button: string; readonly title: string; readonly content: (count: number) => string; readonly done: string }>
> = {
  publish: {
    button: 'Publicar',
    title: 'Publicar no site',
    content: (count) =>
      `${count === 1 ? 'Um conteúdo aparece' : `${formatNumber(count)} conteúdos aparecem`} no site agora. Datas futuras continuam valendo.`,
    done: 'Publicado',
  },
  withdraw: {
    button: 'Retirar do site',
    title: 'Retirar do site',
    content: (count) =>
      `${count === 1 ? 'Um conteúdo deixa' : `${formatNumber(count)} conteúdos deixam`} de aparecer no site. Nada é excluído.`,
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

/** Rows of one request, which is one transaction: a thousand at once would hold the writes of everybody else up. */
const PART = 250;

function PublicationButton({ action, publication }: { readonly action: Action; readonly publication: Publication }): ReactElement {
  const [asked, setAsked] = useState(false);
  const [doneSoFar, setDoneSoFar] = useState<number | null>(null);
  const { resource, selectedIds, onSelect } = useListContext();
  const provider = useDataProvider();
  const notify = useNotify();
  const refresh = useRefresh();
  const timeZone = useTimeZone();
  const { button, title, content, done } = TEXTS[action];
  /** The choice reaches other pages of the list, so its rows are read: those of this page are not all of them. */
  const groupsToPublish = async (ids: Identifier[]): Promise<readonly Group[]> => {
    const { data } = await provider.getMany(resource, { ids });
    return datedIds(publication, { ids, rows: data, timeZone });
  };
  const actOn = async (part: Identifier[]): Promise<void> => {
    const groups = action === 'withdraw' ? [{ ids: part, values: {} }] : await groupsToPublish(part);
    for (const { ids, values } of groups) {
      if (ids.length > 0) await provider.updateMany(resource, { ids, data: { [publication.flag]: action === 'publish', ...values } });
    }
  };
  const run = async (): Promise<void> => {
    const all = [...selectedIds];
    let count = 0;
    try {
      for (; count < all.length; count += PART) {
        setDoneSoFar(count);
        await actOn(all.slice(count, count + PART));
      }
      notify(done, { type: 'success' });
    } catch (error) {
      notify(publicationFailure(error, { flag: publication.flag, done: count, chosen: all.length }), { type: 'error' });
    } finally {
      onSelect(all.slice(count));
      refresh();
      setDoneSoFar(null);
      setAsked(false);
    }
  };
  const isRunning = doneSoFar !== null;
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        {button}
      </Button>
      <Confirm
        isOpen={asked}
        loading={isRunning}
        title={title}
        content={
          <>
            <DialogContentText>
              {content(selectedIds.length) + (publication.withdrawal === undefined ? '' : OF_WITHDRAWAL[action])}
            </DialogContentText>
            <Box component="output">
              {isRunning && selectedIds.length > PART && `Feitos ${formatNumber(doneSoFar)} de ${formatNumber(selectedIds.length)}.`}
            </Box>
          </>
        }
        onConfirm={() => void run()}
        onClose={() => !isRunning && setAsked(false)}
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
