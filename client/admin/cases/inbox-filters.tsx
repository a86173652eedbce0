/** The filters of the list of cases; each change is a change of the address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type InboxFilter, searchOf } from '../../../shared/cases/inbox-filter.ts';
import { staffSituationLabel } from '../../../shared/cases/situations.ts';
import { CHANNELS, TIPOS_DE_MANIFESTACAO } from '../../../shared/cases/vocabulary.ts';
import { channelName } from './case-words.ts';
import { NativeChoice } from './field-input.tsx';
import type { InboxChoices } from './inbox.ts';

interface InboxFiltersProps {
  readonly filter: InboxFilter;
  readonly choices: InboxChoices;
  /** An empty value takes the filter away. */
  readonly onChange: (name: keyof InboxFilter, value: string) => void;
  readonly onSearch: (search: ReturnType<typeof searchOf>) => void;
}

const CHANNEL_CHOICES = CHANNELS.map((value) => ({ value, label: channelName(value) }));
const KINDS = TIPOS_DE_MANIFESTACAO.map(({ value, label }) => ({ value, label }));
const PHASES = [
  { value: 'encerrados', label: 'Encerrados' },
  { value: 'todos', label: 'Todos' },
];
const TERMS = [
  { value: 'atrasados', label: 'Atrasados' },
  { value: 'a-vencer', label: 'A vencer em até 5 dias' },
  { value: 'area-atrasada', label: 'Com a área, que está atrasada' },
];
const ORDERS = [
  { value: 'recentes', label: 'Os que chegaram por último' },
  { value: 'antigos', label: 'Os que chegaram primeiro' },
];

export function InboxFilters({ filter, choices, onChange, onSearch }: InboxFiltersProps): ReactElement {
  const ofChannel = ({ canal }: { readonly canal: string }): boolean => filter.canal === null || canal === filter.canal;
  const named = (canal: string, name: string): string => (filter.canal === null ? `${channelName(canal)}: ${name}` : name);
  const states = choices.situacao_de_caso
    .filter(ofChannel)
    .map(({ canal, situacao }) => ({ value: `${canal}:${situacao}`, label: named(canal, staffSituationLabel(situacao)) }));
  const subjects = choices.assunto.filter(ofChannel).map(({ id, canal, nome }) => ({ value: String(id), label: named(canal, nome) }));
  const areas = choices.unidade.map(({ id, nome }) => ({ value: String(id), label: nome }));
  const choice = (
    name: keyof InboxFilter,
    label: string,
    options: readonly { value: string; label: string }[],
    none = 'Todos',
  ): ReactElement => (
    <NativeChoice
      label={label}
      value={String(filter[name] ?? '')}
      choices={options}
      none={none}
      onChange={(value) => onChange(name, value)}
    />
  );
  const searched = filter.protocolo ?? filter.palavras ?? '';
  return (
    <Box component="search" aria-label="Filtros dos casos">
      <CaseSearch key={searched} typed={searched} onSearch={(typed) => onSearch(searchOf(typed))} />
      <FoldedWhereNarrow chosen={chosenIn(filter)}>
        <NativeChoice
          label="Casos"
          value={filter.fase === 'abertos' ? '' : filter.fase}
          choices={PHASES}
          none="Abertos"
          onChange={(value) => onChange('fase', value)}
        />
        {choice('prazo', 'Prazo', TERMS)}
        {choice('canal', 'Canal', CHANNEL_CHOICES)}
        {choice('situacao', 'Situação', states, 'Todas')}
        {choice('tipo', 'Tipo', KINDS)}
        {choice('assunto', 'Assunto', subjects)}
        {choice('area', 'Área', areas, 'Todas')}
        <NativeChoice
          label="Ordem"
          value={filter.ordem === 'prazo' ? '' : filter.ordem}
          choices={ORDERS}
          none="O prazo que termina primeiro"
          onChange={(value) => onChange('ordem', value)}
        />
      </FoldedWhereNarrow>
    </Box>
  );
}

/** On a telephone the cases come first, and the filters when the person opens them. */
function FoldedWhereNarrow({ chosen, children }: { readonly chosen: number; readonly children: ReactNode }): ReactElement {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const fields = (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 13rem), 1fr))', my: 2 }}>{children}</Box>
  );
  if (!narrow) return fields;
  return (
    <Box component="details" sx={{ my: 2 }}>
      <Box component="summary" sx={{ py: 1, cursor: 'pointer' }}>
        {chosen === 0 ? 'Filtros e ordem' : `Filtros e ordem (${chosen} em uso)`}
      </Box>
      {fields}
    </Box>
  );
}

/** Returns how many of the folded filters narrow the list. */
function chosenIn({ fase, prazo, canal, situacao, tipo, assunto, area }: InboxFilter): number {
  return [prazo, canal, situacao, tipo, assunto, area].filter((value) => value !== null).length + (fase === 'abertos' ? 0 : 1);
}

function CaseSearch({ typed, onSearch }: { readonly typed: string; readonly onSearch: (value: string) => void }): ReactElement {
  const [value, setValue] = useState(typed);
  return (
    <Box
      component="form"
      sx={{ display: 'flex', gap: 1, alignItems: 'center' }}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(value.trim());
      }}
    >
      <TextField label="Protocolo, ou palavras do texto" value={value} onChange={({ target }) => setValue(target.value)} size="small" />
      <Button type="submit" variant="outlined">
        Procurar
      </Button>
    </Box>
  );
}
