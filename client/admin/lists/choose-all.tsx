/** Chooses every row that the filters of a list find, a part at a time: react-admin chooses the first 250 and says it for some seconds. */
import { type ReactElement, useState } from 'react';
import { type Identifier, useDataProvider, useListContext, useNotify, useTranslate } from 'react-admin';
import { formatNumber } from '../../../shared/locale/numbers.ts';
import { SteadyButton } from '../forms/steady-button.tsx';

/** Rows of one request. */
const PART = 250;

/** Rows that one click adds to the choice: seconds of waiting. The next click adds as many. */
const AT_ONCE = 5_000;

/** Draws the button once all rows of the page are chosen and there are others. */
export function ChooseAll(): ReactElement | null {
  const { resource, total, data, selectedIds, sort, filterValues, onSelect } = useListContext();
  const provider = useDataProvider();
  const notify = useNotify();
  const translate = useTranslate();
  const [isReading, setReading] = useState(false);
  if (data === undefined || total === selectedIds.length || !data.every(({ id }) => selectedIds.includes(id))) return null;
  const chooseAll = async (): Promise<void> => {
    setReading(true);
    try {
      const chosen = new Set<Identifier>(selectedIds);
      const enough = chosen.size + AT_ONCE;
      let hasMore = true;
      for (let page = 1; hasMore && chosen.size < enough; page += 1) {
        const part = await provider.getList(resource, { pagination: { page, perPage: PART }, sort, filter: filterValues });
        for (const { id } of part.data) chosen.add(id);
        hasMore = part.pageInfo?.hasNextPage === true;
      }
      onSelect([...chosen]);
      if (hasMore) {
        const sentence = `Estão escolhidos ${formatNumber(chosen.size)}, e a lista tem mais. Escolha de novo para juntar os próximos ${formatNumber(AT_ONCE)}.`;
        notify(sentence, { type: 'warning', autoHideDuration: null });
      }
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
    } finally {
      setReading(false);
    }
  };
  return (
    <SteadyButton size="small" isIdle={isReading} onClick={() => void chooseAll()}>
      {isReading ? 'Escolhendo…' : translate('ra.action.select_all_button')}
    </SteadyButton>
  );
}
