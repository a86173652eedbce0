/**
 * Makes a document of each file that is sent, in one category: what an institution brings from its old site. The public sees none of them until
 * somebody has looked at them and published them in the list.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, use, useEffect, useState } from 'react';
import { Link, useDataProvider, useGetList, useListContext } from 'react-admin';
import { formatCount } from '../../../../shared/locale/numbers.ts';
import { localDay } from '../../../../shared/time/local-day.ts';
import { SeveralFilesPanel } from '../../editing/files/several-files-panel.tsx';
import { useHasUnsentFile } from '../../editing/files/unsent-files.tsx';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { GraphqlContext } from '../../session/contexts.ts';
import { useNow } from '../../time/clock.ts';
import { useTimeZone } from '../../time/institution-time.ts';
import { FIRST_YEAR, isYear, LAST_YEAR, titleOf, yearOf } from './file-names.ts';
import { filesWithDocument, hasDocument } from './known-files.ts';

/** A file that has come, and where its document belongs. */
interface Sent {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly year: number;
}

/** A file that has come, without a document. */
interface Unmade extends Sent {
  readonly reason: string;
}

const ALL_CATEGORIES = { page: 1, perPage: 500 };

export function DocumentsPanel(): ReactElement {
  const { refetch, filterValues } = useListContext();
  const [category, setCategory] = useState((filterValues as { readonly categoria_slug?: string }).categoria_slug ?? '');
  const thisYear = Number(localDay(useNow(), useTimeZone()).slice(0, 4));
  const [year, setYear] = useState(String(thisYear));
  const [made, setMade] = useState(0);
  const [isSending, setSending] = useState(false);
  /** Documents that are being made of files that have come. */
  const [making, setMaking] = useState(0);
  const [unmade, setUnmade] = useState<readonly Unmade[]>([]);
  const run = use(GraphqlContext);
  const provider = useDataProvider();
  // Once for all files that are sent together: hundreds of them read the list as often.
  useEffect(() => {
    if (made > 0 && !isSending && making === 0) void refetch();
  }, [made, isSending, making, refetch]);
  const create = (file: Sent): Promise<unknown> =>
    provider.create('documento', {
      data: {
        categoria_slug: file.category,
        titulo: titleOf(file.name),
        exercicio: yearOf(file.name) ?? file.year,
        arquivos: [{ arquivo_id: file.id, papel: 'principal' }],
      },
    });
  const make = async (file: Sent, isAgain = false): Promise<void> => {
    setMaking((now) => now + 1);
    try {
      const isMade = isAgain && run !== null && (await hasDocument(run, file.id));
      if (!isMade) await create(file);
      setUnmade((now) => now.filter(({ id }) => id !== file.id));
      setMade((now) => now + 1);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'O servidor não respondeu.';
      setUnmade((now) => [...now.filter(({ id }) => id !== file.id), { ...file, reason }]);
    }
    setMaking((now) => now - 1);
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, maxWidth: '60rem' }}>
      <Typography variant="body2">
        Cada arquivo vira um documento desta categoria, com o título e o exercício que o nome do arquivo diz. O público não vê nenhum até
        que você os confira e publique na lista abaixo, um a um ou vários de uma vez.
      </Typography>
      <Where category={category} onCategory={setCategory} year={year} onYear={setYear} />
      {category === '' || !isYear(Number(year)) ? null : (
        <SeveralFilesPanel
          // The files of another category begin anew.
          key={category}
          describesPictures={false}
          knownOf={async (files) => (run === null ? new Set() : filesWithDocument(run, category, files))}
          onSending={setSending}
          onStored={(id, { name }) => void make({ id, name, category, year: Number(year) })}
        />
      )}
      <Unmades files={unmade} onAgain={(file) => make(file, true)} />
      <Box component="output">
        {made === 0 ? '' : `${formatCount(made, 'documento cadastrado', 'documentos cadastrados')}, ainda fora do site.`}
      </Box>
      {made === 0 ? null : <Link to={{ pathname: '/documento', search: undatedOf(category) }}>Mostrá-los no começo da lista</Link>}
    </Box>
  );
}

/** The list of a category that begins with the documents without a date of publication, which are those that nobody has published. */
function undatedOf(category: string): string {
  const filter = JSON.stringify({ categoria_slug: category });
  const displayedFilters = JSON.stringify({ categoria_slug: true });
  return `?${new URLSearchParams({ filter, displayedFilters, sort: 'publicado_em', order: 'ASC', page: '1', perPage: '25' }).toString()}`;
}

interface WhereProps {
  readonly category: string;
  readonly onCategory: (slug: string) => void;
  readonly year: string;
  readonly onYear: (year: string) => void;
}

function Where({ category, onCategory, year, onYear }: WhereProps): ReactElement {
  const hasUnsent = useHasUnsentFile();
  const { data = [] } = useGetList('categoria_documento', {
    pagination: ALL_CATEGORIES,
    sort: { field: 'rotulo', order: 'ASC' },
    filter: { ativo: true },
  });
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <TextField
        select
        label="Categoria dos documentos"
        value={data.some(({ slug }) => slug === category) ? category : ''}
        onChange={({ target }) => onCategory(target.value)}
        disabled={hasUnsent}
        helperText={hasUnsent ? 'Para mudar, envie os arquivos escolhidos ou tire-os da lista.' : undefined}
        slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        sx={{ minWidth: '16rem', flex: '1 1 16rem' }}
      >
        <option value="">Escolha a categoria</option>
        {data.map(({ slug, rotulo }) => (
          <option key={String(slug)} value={String(slug)}>
            {String(rotulo)}
          </option>
        ))}
      </TextField>
      <TextField
        label="Exercício dos que não o têm no nome"
        value={year}
        onChange={({ target }) => onYear(target.value.trim())}
        disabled={hasUnsent}
        error={!isYear(Number(year))}
        helperText={isYear(Number(year)) ? undefined : `Um ano de ${FIRST_YEAR} a ${LAST_YEAR}.`}
        slotProps={{ htmlInput: { inputMode: 'numeric' }, inputLabel: { shrink: true } }}
        sx={{ minWidth: '16rem' }}
      />
    </Box>
  );
}

interface UnmadesProps {
  readonly files: readonly Unmade[];
  readonly onAgain: (file: Unmade) => Promise<void>;
}

function Unmades({ files, onAgain }: UnmadesProps): ReactElement | null {
  // A second click before the answer would make a second document.
  const [isMaking, setMaking] = useState(false);
  const again = async (file: Unmade): Promise<void> => {
    setMaking(true);
    await onAgain(file);
    setMaking(false);
  };
  if (files.length === 0) return null;
  return (
    <Alert severity="error">
      <Typography variant="body2">Estes arquivos foram enviados, mas o documento não foi cadastrado:</Typography>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            {`${file.name}: ${file.reason} `}
            <SteadyButton size="small" aria-label={`Cadastrar de novo: ${file.name}`} isIdle={isMaking} onClick={() => void again(file)}>
              Cadastrar de novo
            </SteadyButton>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
