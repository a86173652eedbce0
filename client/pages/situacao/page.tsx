import type { ReactElement } from 'react';
import { SituacaoDaTransparenciaDocument } from '../../../shared/graphql/generated/documents/SituacaoDaTransparencia.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { SITUACOES, type StatusRow } from '../../../shared/open-data/situacao.ts';
import { grouped } from '../../../shared/platform/grouped.ts';
import { queryString } from '../../../shared/routes/list-address.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { SeloDeAtualizacao } from '../../components/documents/selo-de-atualizacao/selo-de-atualizacao.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { DataButtons } from '../data-buttons.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import styles from './situacao.module.css';

type Situacao = keyof typeof SITUACOES;

const ORDEM: readonly Situacao[] = ['atrasada', 'em_dia', 'nao_se_aplica'];

const COLUNAS: readonly Column<StatusRow>[] = [
  {
    key: 'lista',
    label: 'Lista',
    width: 'wide',
    rowHeader: true,
    cell: ({ slug, rotulo, base_legal }) => (
      <>
        <a href={routePath('documentos', { category: slug })}>{rotulo}</a>
        {base_legal === null ? null : <span className={styles.nota}>{base_legal}</span>}
      </>
    ),
  },
  { key: 'situacao', label: 'Situação', cell: ({ resumo }) => <Estado resumo={resumo} /> },
  { key: 'frequencia', label: 'Frequência', cell: ({ ritmo }) => ritmo.rotulo },
  { key: 'ultimo', label: 'Último documento', cell: ({ resumo }) => <Dia data={resumo?.ultimo_publicado_em ?? null} falta="Nenhum" /> },
  { key: 'prazo', label: 'Próximo prazo', cell: ({ resumo }) => <Dia data={resumo?.proximo_prazo ?? null} falta="Não há" /> },
];

const COLUNAS_A_PUBLICAR = COLUNAS.filter(({ key }) => key !== 'situacao' && key !== 'ultimo');

export function PageOpening(): ReactElement {
  return (
    <>
      <PageIntro lead="O que está em dia e o que está atrasado, lista por lista." />
      <HeaderPart of={SituacaoDaTransparenciaDocument}>
        <Contagens />
      </HeaderPart>
    </>
  );
}

function Contagens(): ReactElement {
  const { categoria_documento: listas, iniciada } = useOperation(SituacaoDaTransparenciaDocument);
  const contagem = contar(listas);
  if (iniciada.length === 0) return <PageIntro facts={{ nada: 'Nenhum documento publicado até agora' }} />;
  return (
    <PageIntro
      facts={{
        emDia: formatCount(contagem.em_dia, 'lista em dia', 'listas em dia'),
        atrasadas: formatCount(contagem.atrasada, 'lista atrasada', 'listas atrasadas'),
      }}
    />
  );
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <LatePart of={SituacaoDaTransparenciaDocument} shape="text">
      <Conteudo escolhida={input.search['situacao']?.[0] ?? ''} />
    </LatePart>
  );
}

/** Every list with its calendar, last document and state, computed by the database from what is published. */
function Conteudo({ escolhida }: { readonly escolhida: string }): ReactElement {
  const { categoria_documento: listas, iniciada } = useOperation(SituacaoDaTransparenciaDocument);
  const mostradas = escolhida === '' ? listas : listas.filter((lista) => estadoDe(lista) === escolhida);
  if (iniciada.length === 0) return <AntesDoPrimeiroDocumento listas={listas} />;
  return (
    <Stack>
      <p>
        O site calcula a situação do que está publicado. O prazo que termina em fim de semana ou feriado passa para o primeiro dia útil
        depois dele.
      </p>
      <Filtro escolhida={escolhida} contagem={contar(listas)} total={listas.length} />
      {mostradas.length === 0 ? <p>Nenhuma lista nesta situação.</p> : null}
      <div>
        {porSecao(mostradas).map(([nome, doAssunto]) => (
          <Accordion
            key={nome}
            title={nome}
            level={2}
            note={resumoDe(doAssunto)}
            open={escolhida !== '' || doAssunto.some((lista) => estadoDe(lista) === 'atrasada')}
          >
            <Table caption={nome} captionVisible={false} columns={COLUNAS} rows={doAssunto} rowKey={({ slug }) => slug} />
          </Accordion>
        ))}
      </div>
      <DataButtons address={endereco(escolhida)} printLabel="Imprimir esta página" />
    </Stack>
  );
}

/** The lists of an institution that has published nothing: each would be late since a day before the site was there (`PainelEmDia` says the same). */
function AntesDoPrimeiroDocumento({ listas }: { readonly listas: readonly StatusRow[] }): ReactElement {
  return (
    <Stack>
      <Alert tone="info" title="Este site está em preparação">
        <p>
          Nenhum documento foi publicado aqui até agora. Abaixo está o que será publicado, de quanto em quanto tempo, e o próximo prazo de
          cada lista. Para ter antes um documento que já existe, <a href={routePath('sic')}>peça ao SIC</a>: é seu direito.
        </p>
      </Alert>
      {porSecao(listas).map(([nome, doAssunto]) => (
        <Table key={nome} caption={nome} columns={COLUNAS_A_PUBLICAR} rows={doAssunto} rowKey={({ slug }) => slug} />
      ))}
    </Stack>
  );
}

interface PropsDoFiltro {
  readonly escolhida: string;
  readonly contagem: Readonly<Record<Situacao, number>>;
  readonly total: number;
}

/** The states as links, so that each has an address of its own. */
function Filtro({ escolhida, contagem, total }: PropsDoFiltro): ReactElement {
  const escolhas = [
    { valor: '', texto: `Todas (${total})` },
    ...ORDEM.map((situacao) => ({ valor: situacao, texto: `${SITUACOES[situacao]} (${contagem[situacao]})` })),
  ];
  return (
    <nav aria-label="Situação das listas" data-sem-impressao="">
      <ul className={styles.escolhas}>
        {escolhas.map(({ valor, texto }) => (
          <li key={valor}>
            <a href={endereco(valor)} aria-current={valor === escolhida ? 'page' : undefined}>
              {texto}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function endereco(situacao: string): string {
  return routePath('situacao') + queryString(situacao === '' ? {} : { situacao: [situacao] });
}

function estadoDe({ resumo }: Pick<StatusRow, 'resumo'>): Situacao {
  return ORDEM.find((situacao) => situacao === resumo?.situacao_atualizacao) ?? 'nao_se_aplica';
}

/** The lists under the sections of the transparency area, in whose order they come. */
function porSecao(listas: readonly StatusRow[]): readonly (readonly [nome: string, listas: readonly StatusRow[]])[] {
  return [...grouped(listas, ({ secao }) => secao.nome)];
}

/** '6 listas: 5 em dia, 1 atrasada'. */
function resumoDe(listas: readonly StatusRow[]): string {
  const contagem = contar(listas);
  const partes = [
    contagem.atrasada === 0 ? null : formatCount(contagem.atrasada, 'atrasada', 'atrasadas'),
    contagem.em_dia === 0 ? null : `${contagem.em_dia} em dia`,
    contagem.nao_se_aplica === 0 ? null : `${contagem.nao_se_aplica} sem prazo fixo`,
  ];
  return `${formatCount(listas.length, 'lista', 'listas')}: ${partes.filter((parte) => parte !== null).join(', ')}`;
}

function contar(listas: readonly StatusRow[]): Readonly<Record<Situacao, number>> {
  const contagem = { em_dia: 0, atrasada: 0, nao_se_aplica: 0 };
  for (const lista of listas) contagem[estadoDe(lista)] += 1;
  return contagem;
}

function Estado({ resumo }: Pick<StatusRow, 'resumo'>): ReactElement {
  const desde = resumo?.atrasada_desde ?? null;
  return (
    <>
      <SeloDeAtualizacao situacao={resumo?.situacao_atualizacao ?? null} />
      {desde === null ? null : (
        <span className={styles.nota}>
          <DateTime date={desde} format="short" prefix="desde" />
        </span>
      )}
    </>
  );
}

function Dia({ data, falta }: { readonly data: string | null; readonly falta: string }): ReactElement {
  return data === null ? <>{falta}</> : <DateTime date={data} format="short" />;
}
