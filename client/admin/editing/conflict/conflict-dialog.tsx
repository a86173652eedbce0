/**
 * Two people at one row, or two windows of one person: the second to save sees both texts, field by field, with the difference, and chooses. Nothing is
 * written until the form is saved again; fields that only the other one changed are taken over.
 */
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { type ReactElement, useId, useState } from 'react';
import type { ContentType, Field, Row } from '../../resources/content-type.ts';
import { fieldsWithin } from '../difference.ts';
import { DifferenceView, useReadable } from '../difference-view.tsx';
import { type Conflict, contestedFields, resolved } from './conflict.ts';
import { entriesOf, keptEntries, type ListEntry } from './entries.ts';
import { ListChoice } from './list-choice.tsx';

interface ConflictDialogProps {
  readonly type: ContentType;
  readonly conflict: Conflict;
  /** Called with the values that the form is to have. */
  readonly onResolve: (values: Row) => void;
  readonly onClose: () => void;
}

export function ConflictDialog({ type, conflict, onResolve, onClose }: ConflictDialogProps): ReactElement {
  const id = useId();
  const fields = contestedFields(type, conflict);
  const lists = fields.filter((field) => fieldsWithin(field).length > 0);
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const [entries, setEntries] = useState(
    () => new Map<string, readonly ListEntry[]>(lists.map((field) => [field.name, entriesOf(field, conflict)])),
  );
  const chosen = (): Row => ({
    ...Object.fromEntries(theirs.map((name) => [name, conflict.current[name]])),
    ...Object.fromEntries([...entries].map(([name, listed]) => [name, keptEntries(listed)])),
  });
  const others = type.fields.filter(({ name }) => conflict.taken.includes(name));
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="md" scroll="paper">
      <DialogTitle id={id}>Este conteúdo mudou enquanto você editava</DialogTitle>
      <DialogContent>
        <Alert severity="info" sx={{ mb: 2 }}>
          Outra pessoa o salvou, ou você em outra janela. Nada se perdeu
          {fields.length === 0
            ? ': as mudanças são de campos diferentes, e todas ficam no formulário. Revise-o e salve de novo.'
            : ': os dois textos estão abaixo. Escolha qual fica em cada campo, revise o formulário e salve de novo.'}
        </Alert>
        {fields.map((field) => {
          const { name } = field;
          const listed = entries.get(name);
          return listed === undefined ? (
            <FieldChoice
              key={name}
              field={field}
              conflict={conflict}
              isTheirs={theirs.includes(name)}
              onChoose={(isTheirs) => setTheirs([...theirs.filter((other) => other !== name), ...(isTheirs ? [name] : [])])}
            />
          ) : (
            <ListChoice key={name} field={field} entries={listed} onChoose={(next) => setEntries(new Map(entries).set(name, next))} />
          );
        })}
        {others.length > 0 && (
          <Typography sx={{ mt: 2 }}>
            Também mudou: {others.map(({ label }) => label).join(', ')}. Essas mudanças entram no formulário.
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Decidir depois</Button>
        <Button variant="contained" onClick={() => onResolve(resolved(conflict, chosen()))}>
          {fields.length === 0 ? 'Continuar' : 'Usar estas escolhas'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface FieldChoiceProps {
  readonly field: Field;
  readonly conflict: Conflict;
  readonly isTheirs: boolean;
  readonly onChoose: (isTheirs: boolean) => void;
}

function FieldChoice({ field, conflict, isTheirs, onChoose }: FieldChoiceProps): ReactElement {
  const [mine = '', theirs = ''] = useReadable(field, [conflict.mine[field.name], conflict.current[field.name]]);
  const id = useId();
  return (
    <FormControl component="fieldset" sx={{ display: 'block', my: 2, p: 2, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <FormLabel component="legend" id={id}>
        {field.label}
      </FormLabel>
      <RadioGroup aria-labelledby={id} value={isTheirs ? 'theirs' : 'mine'} onChange={(_event, value) => onChoose(value === 'theirs')}>
        <FormControlLabel value="mine" control={<Radio />} label="Fica o meu texto" />
        <FormControlLabel value="theirs" control={<Radio />} label="Fica o texto que já foi salvo" />
      </RadioGroup>
      <Typography variant="body2" component="h3" sx={{ fontWeight: 'bold', mt: 1 }}>
        Do texto salvo para o seu
      </Typography>
      <DifferenceView before={theirs} after={mine} />
      <details>
        <summary>Ver os dois textos inteiros</summary>
        <Typography variant="body2" component="h4" sx={{ fontWeight: 'bold', mt: 1 }}>
          O seu
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-wrap' }}>{mine === '' ? '(vazio)' : mine}</Typography>
        <Typography variant="body2" component="h4" sx={{ fontWeight: 'bold', mt: 1 }}>
          O que já foi salvo
        </Typography>
        <Typography sx={{ whiteSpace: 'pre-wrap' }}>{theirs === '' ? '(vazio)' : theirs}</Typography>
      </details>
    </FormControl>
  );
}
