import { Fragment, type ReactElement } from 'react';
import { PaginaDocument } from '../../../shared/graphql/generated/documents/Pagina.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import {
  DATABASE_ADDRESS,
  DATASETS,
  type DescribedColumn,
  type DescribedDataset,
  datasetAddress,
  exampleInCsv,
  LICENCE,
  PACKAGE_ADDRESS,
  REPORTS,
  schemaAddress,
} from '../../../shared/open-data/datasets.ts';
import { DOCUMENTOS } from '../../../shared/open-data/documentos.ts';
import { ESTATISTICAS } from '../../../shared/open-data/estatisticas.ts';
import { otherSchemaAddress } from '../../../shared/open-data/other-schemas.ts';
import { matchFile } from '../../../shared/routes/data-routes.ts';
import { PAGE_WINDOW } from '../../../shared/routes/list-search.ts';
import { MOST_YEARS } from '../../../shared/routes/report-search.ts';
import { LAST_SEARCH_PAGE } from '../../../shared/routes/site-search.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { RichText } from '../../components/content/rich-text/rich-text.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { useSettings, useSiteState } from '../../site-state/contexts.ts';

const NAMES = {
  csv: 'CSV',
  json: 'JSON',
  atom: 'Atom',
  ics: 'iCalendar',
} as const;

const TYPES: Readonly<Record<DescribedColumn['type'], string>> = {
  texto: 'texto',
  inteiro: 'número inteiro',
  decimal: 'número decimal',
  data: 'data (AAAA-MM-DD)',
  momento: 'data e hora (ISO 8601)',
  endereco: 'endereço na internet',
};

const COLUMNS: readonly Column<DescribedColumn>[] = [
  { key: 'nome', label: 'Coluna', rowHeader: true, cell: ({ name }) => <code>{name}</code> },
  { key: 'significado', label: 'Significado', cell: ({ meaning }) => meaning },
  { key: 'tipo', label: 'Tipo', cell: ({ type }) => TYPES[type] },
  { key: 'exemplo', label: 'Exemplo', cell: exampleInCsv },
];

export function PageOpening(): ReactElement {
  const [pagina] = useOperation(PaginaDocument).pagina;
  return (
    <PageIntro
      lead={pagina?.resumo ?? 'Baixe, entenda e reutilize os dados que o instituto publica.'}
      facts={{ conjuntos: formatCount(DATASETS.length, 'conjunto de dados', 'conjuntos de dados') }}
    />
  );
}

/** The dictionary of the open data: every set, its files, the meaning of its columns, and the terms of use. */
export function PageComponent(): ReactElement {
  const [pagina] = useOperation(PaginaDocument).pagina;
  return (
    <Stack gap="l">
      <p>CSV abre em planilhas. JSON é para programas. Atom avisa do que há de novo. iCalendar põe as datas na agenda.</p>
      <Section title="Tudo em um arquivo" id="tudo">
        <p>
          Todos os conjuntos desta página, menos as estatísticas do atendimento, como um banco de dados SQLite, refeito uma vez por dia, com
          o dicionário das colunas dentro dele.
        </p>
        <Row>
          <LinkButton href={DATABASE_ADDRESS} variant="secondary" icon="lucide:download" reload>
            SQLite, para análise
          </LinkButton>
        </Row>
      </Section>
      {DATASETS.map((dataset) => (
        <Section key={dataset.key} title={dataset.title} id={dataset.key}>
          <DatasetFiles dataset={dataset} />
        </Section>
      ))}
      <Section title={ESTATISTICAS.title} id={ESTATISTICAS.key}>
        <ReportFiles />
      </Section>
      <Section title="Como usar">
        <ul>
          <li>
            As listas do site têm os mesmos arquivos com os filtros que você escolher: acrescente <code>.csv</code>, <code>.json</code> ou{' '}
            <code>.atom</code> ao endereço da lista. De uma busca por palavras (<code>q</code>), o arquivo tem no máximo 1.001 registros, os
            mais novos. Se há outros, o nome do arquivo termina em <code>incompleto</code>, e o JSON diz <code>"completo":false</code>:
            escolha também o ano.
          </li>
          <li>
            A busca procura palavras inteiras; só onde nenhum registro as tem, procura partes de palavras. Por isso os arquivos de vários
            assuntos ou anos, somados, podem ter registros que o arquivo de todos eles não tem.
          </li>
          <li>
            De um ano, ou só com as suas palavras, em todos os assuntos: <code>/dados/documentos.csv?ano=2025</code> e{' '}
            <code>/dados/documentos.csv?q=contrato</code>. De vários anos, repita: <code>/dados/pagamentos.csv?ano=2024&amp;ano=2025</code>.
            Os membros são de um ano por vez: os que tiveram mandato nele. O mês (<code>mes</code>) vai de 1 a 12.
          </li>
          <li>
            De cada assunto: <code>/dados/documentos/</code> e o nome do assunto, por exemplo{' '}
            <code>/dados/documentos/leis.csv?ano=2025</code>. Os nomes estão na coluna <code>categoria</code> de{' '}
            <a href="#situacao">Situação das listas</a>, e o filtro <code>categoria</code> aceita os mesmos.
          </li>
          <li>
            Os arquivos CSV abrem direto em planilhas: UTF-8, com ponto e vírgula entre as colunas, os nomes das colunas na primeira linha e
            vírgula antes das casas decimais. No JSON e no SQLite, os números decimais têm ponto. No CSV, há um apóstrofo antes do texto que
            começa com sinal (<code>=</code>, <code>+</code>, <code>-</code> ou <code>@</code>), para que a planilha não o tome por fórmula.
          </li>
          <li>
            Para programas: <a href={PACKAGE_ADDRESS}>descrição de todos os conjuntos (datapackage.json)</a>. Os endereços em{' '}
            <code>/dados</code> não mudam.
          </li>
          <li>
            As reuniões e os membros de um só órgão: <code>/dados/reunioes.csv?orgao=conselho_fiscal</code> e{' '}
            <code>/dados/membros.csv?orgao=conselho_fiscal</code>. A agenda do órgão, para assinar, é o endereço da página dele com{' '}
            <code>.ics</code>.
          </li>
          <li>
            Um filtro que o arquivo não tem, ou um valor que nenhum registro pode ter, como <code>ano=25</code>, não filtra nada: vêm todos
            os registros.
          </li>
          <li>
            Para conferir um documento, compare a soma SHA-256 do arquivo baixado com a coluna <code>arquivo_sha256</code>.
          </li>
          <li>
            A busca do site responde em JSON em <code>/busca.json?q=</code>, com dez resultados por vez; <code>&amp;pagina=2</code> tem os
            seguintes, até a página {LAST_SEARCH_PAGE}; as que passam da última vêm vazias (
            <a href={otherSchemaAddress('busca')}>JSON Schema da busca</a>).
          </li>
        </ul>
      </Section>
      <Section title="Licença e citação">
        <p>
          Use os dados para qualquer fim, também comercial, e cite a fonte.{' '}
          <a href={LICENCE.address} rel="license noopener">
            {LICENCE.title}
          </a>
          . Os dados mudam: guarde uma cópia dos que usou e diga o dia em que os baixou, assim:
        </p>
        <Reference dataset={DOCUMENTOS} />
      </Section>
      {pagina === undefined ? null : <RichText html={pagina.corpo_html} />}
    </Stack>
  );
}

function DatasetFiles({ dataset }: { readonly dataset: DescribedDataset }): ReactElement {
  return (
    <Stack gap="s">
      <p>{dataset.description}</p>
      <Row>
        {dataset.formats.map((format) => (
          <LinkButton key={format} href={datasetAddress(dataset, format)} variant="subtle" icon="lucide:download" reload>
            {NAMES[format]}
            <span className="somente-leitor"> de {dataset.title}</span>
          </LinkButton>
        ))}
      </Row>
      <Filters address={datasetAddress(dataset, 'csv')} />
      <Dictionary title={dataset.title} columns={dataset.columns} schema={schemaAddress(dataset)} />
    </Stack>
  );
}

/** The reference of a set: as that of a document, without a day, because the set goes on changing. */
function Reference({ dataset }: { readonly dataset: Pick<DescribedDataset, 'key' | 'title'> }): ReactElement {
  const { siteUrl } = useSettings();
  const [site] = useSiteState().siteConfig;
  const address = datasetAddress(dataset, 'csv');
  return (
    <p>
      {site === undefined ? null : `${site.nome.toUpperCase()}. `}
      <cite>{dataset.title}</cite>. Disponível em: <a href={address}>{`${siteUrl}${address}`}</a>. Acesso em: dia, mês e ano da sua
      consulta.
    </p>
  );
}

/** More values than these, as of the lists of documents, are no help in a sentence. */
const MOST_VALUES = 12;

/** What the address of a set takes, as the server reads it. */
function Filters({ address }: { readonly address: string }): ReactElement | null {
  const state = useSiteState();
  const file = matchFile(ROUTES, address, new URLSearchParams());
  const filters = file === null ? [] : file.route.search.filter(({ name }) => !PAGE_WINDOW.includes(name));
  if (filters.length === 0) return null;
  return (
    <p>
      Filtros que o endereço aceita:{' '}
      {filters.map(({ name, form, values }, index) => {
        const all = values?.(state) ?? wordsOf(form);
        return (
          <Fragment key={name}>
            {index === 0 ? '' : ', '}
            <code>{name}</code>
            {all.length === 0 || all.length > MOST_VALUES ? (
              ''
            ) : (
              <>
                {' '}
                (<Names names={all} />)
              </>
            )}
          </Fragment>
        );
      })}
      .
    </p>
  );
}

/** The words of a form that is one of some words, such as `^(?:recentes|antigos)$`. */
function wordsOf(form: RegExp | undefined): readonly string[] {
  return /^\^\(\?:([a-z_|]+)\)\$$/.exec(form?.source ?? '')?.[1]?.split('|') ?? [];
}

function Names({ names }: { readonly names: readonly string[] }): ReactElement {
  return (
    <>
      {names.map((name, index) => (
        <Fragment key={name}>
          {index === 0 ? '' : ', '}
          <code>{name}</code>
        </Fragment>
      ))}
    </>
  );
}

/** The reports have one file for each channel, and columns of one meaning. */
function ReportFiles(): ReactElement {
  return (
    <Stack gap="s">
      <p>{ESTATISTICAS.description}</p>
      <ul>
        {REPORTS.map((report) => (
          <li key={report.key}>
            {report.title}: <a href={routePath(report.key.endsWith('sic') ? 'sicEstatistica' : 'ouvidoriaEstatistica')}>relatório</a>
            {report.formats.map((format) => (
              <Fragment key={format}>
                {', '}
                <a href={datasetAddress(report, format)} data-recarregar="">
                  {NAMES[format]}
                  <span className="somente-leitor"> de {report.title}</span>
                </a>
              </Fragment>
            ))}
            .
          </li>
        ))}
      </ul>
      <p>
        Sem ano no endereço, o arquivo tem os três anos mais novos. De outros, até {MOST_YEARS} por arquivo:{' '}
        <code>/dados/estatisticas/sic.csv?ano=2025</code>. De alguns meses:{' '}
        <code>/dados/estatisticas/sic.csv?ano=2025&amp;mes_de=1&amp;mes_ate=6</code>.
      </p>
      <Dictionary title={ESTATISTICAS.title} columns={ESTATISTICAS.columns} schema={otherSchemaAddress('estatisticas')} />
    </Stack>
  );
}

interface DictionaryProps {
  readonly title: string;
  readonly columns: readonly DescribedColumn[];
  readonly schema: string;
}

function Dictionary({ title, columns, schema }: DictionaryProps): ReactElement {
  return (
    <Accordion title={`Colunas de ${title.charAt(0).toLowerCase()}${title.slice(1)}`}>
      <Table caption={`Colunas de ${title}`} captionVisible={false} columns={COLUMNS} rows={columns} rowKey={({ name }) => name} />
      <p>
        <a href={schema}>JSON Schema</a>
      </p>
    </Accordion>
  );
}
