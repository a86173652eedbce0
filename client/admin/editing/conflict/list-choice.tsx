/** The choice between two lists of entries: those that only one of them has, each with a box. */
import { Checkbox, FormControl, FormControlLabel, FormGroup, FormLabel, Typography } from '@mui/material';
import type { ReactElement } from 'react';
import { formatCount } from '../../../../shared/locale/numbers.ts';
import type { Field } from '../../resources/content-type.ts';
import { useReadable } from '../difference-view.tsx';
import type { ListEntry } from './entries.ts';

interface ListChoiceProps {
  readonly field: Field;
  readonly entries: readonly ListEntry[];
  readonly onChoose: (entries: readonly ListEntry[]) => void;
}

const ONLY = { mine: 'Só na sua lista', theirs: 'Só na lista que já foi salva' } as const;

export function ListChoice({ field, entries, onChoose }: ListChoiceProps): ReactElement {
  const texts = useReadable(
    field,
    entries.map(({ entry }) => [entry]),
  );
  const shared = entries.filter((entry) => entry.in === 'both').length;
  const toggle = (at: number): void =>
    onChoose(entries.map((entry, index) => (index === at ? { ...entry, isKept: !entry.isKept } : entry)));
  return (
    <FormControl component="fieldset" sx={{ display: 'block', my: 2, p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <FormLabel component="legend">{field.label}</FormLabel>
      <Typography variant="body2">
        {'Marque o que fica na lista. '}
        {shared > 0 && `${formatCount(shared, 'item que está', 'itens que estão')} nas duas listas ${shared === 1 ? 'fica' : 'ficam'}.`}
      </Typography>
      <FormGroup>
        {entries.map(({ key, in: side, isKept }, at) =>
          side === 'both' ? null : (
            <FormControlLabel
              key={key}
              control={<Checkbox checked={isKept} onChange={() => toggle(at)} />}
              label={`${ONLY[side]}: ${texts[at] ?? ''}`}
              sx={{ alignItems: 'flex-start', overflowWrap: 'anywhere', mt: 1 }}
            />
          ),
        )}
      </FormGroup>
    </FormControl>
  );
}
