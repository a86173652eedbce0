import type { ReactElement } from 'react';
import { PntpDocument } from '../../../shared/graphql/generated/documents/Pntp.ts';
import { formatCount, formatNumber } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { NumberFigures } from '../../components/content/number-figure/number-figure.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { LatePart } from '../late-part.tsx';
import { CHECK_NAMES, type Criterio, criteriosDe, markOf, passes, scoreOf } from './avaliacao.ts';
import styles from './pntp.module.css';

const CLASSES: Readonly<Record<string, string>> = { essencial: 'Essencial', obrigatoria: 'Obrigatória', recomendada: 'Recomendada' };

const COLUNAS: readonly Column<Criterio>[] = [
  {
    key: 'descricao',
    label: 'Critério',
    width: 'wide',
    rowHeader: true,
    cell: ({ codigo, descricao, classe, classe_suposta }) => (
      <>
        {codigo} {descricao}
        <span className={styles.nota}>{`${CLASSES[classe] ?? classe}${classe_suposta ? ' (suposta)' : ''}`}</span>
      </>
    ),
  },
  { key: 'onde', label: 'Onde está', cell: (criterio) => <Evidencias criterio={criterio} /> },
  { key: 'conferido', label: 'O que se confere', cell: (criterio) => verificacoes(criterio) },
  { key: 'nota', label: 'Nota', align: 'end', width: 'narrow', cell: (criterio) => `${formatNumber(100 * markOf(criterio), 0)}%` },
];

/** The checks that are asked of a criterion: 'Disponível: sim; Três anos: não'. */
function verificacoes(criterio: Criterio): string {
  return CHECK_NAMES.flatMap(({ check, name }) => {
    const passed = passes(criterio, check);
    return passed === null ? [] : [`${name}: ${passed ? 'sim' : 'não'}`];
  }).join('; ');
}

export function PageOpening(): ReactElement {
  return <PageIntro lead="O que o Programa Nacional de Transparência Pública confere, e onde está cada coisa neste site." />;
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={PntpDocument} shape="text">
      <Autoavaliacao />
    </LatePart>
  );
}

function Autoavaliacao(): ReactElement {
  const criterios = criteriosDe(useOperation(PntpDocument));
  const { score, seal } = scoreOf(criterios);
  const inteiros = criterios.filter((criterio) => markOf(criterio) === 1);
  return (
    <Stack gap="l">
      <NumberFigures
        items={[
          {
            value: `${formatNumber(score, 1)}%`,
            label: 'nota calculada agora',
            note: seal === null ? undefined : `Faixa do selo ${seal}.`,
          },
          { value: `${inteiros.length} de ${criterios.length}`, label: 'critérios atendidos por inteiro' },
        ]}
      />
      <div>
        <Grupo titulo="O que falta" criterios={criterios.filter((criterio) => !inteiros.includes(criterio))} aberto />
        <Grupo titulo="Critérios atendidos por inteiro" criterios={inteiros} />
        <Accordion title="Como calculamos a nota" level={2}>
          <Calculo supostas={criterios.filter(({ classe_suposta }) => classe_suposta).length} />
        </Accordion>
      </div>
      <Row>
        <ArrowLink href={routePath('situacao')}>Situação das listas</ArrowLink>
        <PrintButton label="Imprimir esta página" />
      </Row>
    </Stack>
  );
}

interface PropsDoGrupo {
  readonly titulo: string;
  readonly criterios: readonly Criterio[];
  readonly aberto?: boolean;
}

function Grupo({ titulo, criterios, aberto = false }: PropsDoGrupo): ReactElement | null {
  if (criterios.length === 0) return null;
  return (
    <Accordion title={titulo} level={2} note={formatCount(criterios.length, 'critério', 'critérios')} open={aberto}>
      <Table caption={titulo} captionVisible={false} columns={COLUNAS} rows={criterios} rowKey={({ codigo }) => codigo} />
    </Accordion>
  );
}

/** `supostas` is how many criteria have a class that the institute supposed. */
function Calculo({ supostas }: { readonly supostas: number }): ReactElement {
  return (
    <Stack gap="s">
      <p>
        Ninguém digita esta nota: o site a calcula do que está publicado. Uma página vale quando tem o que mostrar, e uma lista, quando tem
        documentos ou a declaração de que não houve. A lista está atual quando nenhum prazo dela venceu. Tem série quando guarda três anos.
        A avaliação oficial é a do Tribunal de Contas. Ela usa a matriz do ano e confere também o portal do Município.
      </p>
      {supostas === 0 ? null : (
        <p>
          A matriz pública que lemos não diz a classe de {supostas === 1 ? 'um critério' : `${supostas} critérios`}. Nesses, a tabela traz a
          classe que o instituto supôs, com a palavra “suposta”: a nota muda se o Tribunal usar outra.
        </p>
      )}
    </Stack>
  );
}

function Evidencias({ criterio: { endereco, pagina, listas, descricao } }: { readonly criterio: Criterio }): ReactElement {
  if (endereco !== null) return <a href={endereco}>{descricao}</a>;
  if (pagina !== null) return <a href={routePath('pagina', { slug: pagina.slug })}>{pagina.titulo}</a>;
  if (listas.length === 0) return <>Ainda não há</>;
  return (
    <List plain>
      {listas.map(({ categoria_slug, categoria }) => (
        <li key={categoria_slug}>
          <a href={routePath('documentos', { category: categoria_slug })}>{categoria?.rotulo ?? categoria_slug}</a>
        </li>
      ))}
    </List>
  );
}
