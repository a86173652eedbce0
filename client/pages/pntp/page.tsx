import type { ReactElement } from 'react';
import { PntpDocument } from '../../../shared/graphql/generated/documents/Pntp.ts';
import { formatNumber } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { NumberFigures } from '../../components/content/number-figure/number-figure.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Opening } from '../../components/layout/page-opening/page-opening.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { LatePart } from '../late-part.tsx';
import { CHECK_NAMES, type Criterio, markOf, passes, scoreOf } from './avaliacao.ts';

const CLASSES: Readonly<Record<string, string>> = { essencial: 'Essencial', obrigatoria: 'Obrigatória', recomendada: 'Recomendada' };

const COLUNAS: readonly Column<Criterio>[] = [
  { key: 'codigo', label: 'Código', cell: ({ codigo }) => codigo },
  { key: 'descricao', label: 'Critério', rowHeader: true, cell: ({ descricao }) => descricao },
  { key: 'classe', label: 'Classe', cell: ({ classe }) => CLASSES[classe] ?? classe },
  { key: 'onde', label: 'Onde está', cell: (criterio) => <Evidencias criterio={criterio} /> },
  ...CHECK_NAMES.map(
    ({ check, name }): Column<Criterio> => ({
      key: check,
      label: name,
      cell: (criterio) => {
        const passed = passes(criterio, check);
        if (passed === null) return 'Não se pede';
        return passed ? 'Sim' : 'Não';
      },
    }),
  ),
  { key: 'nota', label: 'Nota', align: 'end', cell: (criterio) => `${formatNumber(100 * markOf(criterio), 0)}%` },
];

export function PageOpening(): ReactElement {
  return <Opening lead="O que o Programa Nacional de Transparência Pública confere, e onde está cada coisa neste site." />;
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={PntpDocument} shape="text">
      <Autoavaliacao />
    </LatePart>
  );
}

function Autoavaliacao(): ReactElement {
  const { pntp_criterio: criterios } = useOperation(PntpDocument);
  const { score, seal } = scoreOf(criterios);
  const inteiros = criterios.filter((criterio) => markOf(criterio) === 1).length;
  return (
    <Stack gap="l">
      <NumberFigures
        items={[
          {
            value: `${formatNumber(score, 1)}%`,
            label: 'nota calculada agora',
            note: seal === null ? undefined : `Faixa do selo ${seal}.`,
          },
          { value: `${inteiros} de ${criterios.length}`, label: 'critérios atendidos por inteiro' },
        ]}
      />
      <p>
        Ninguém digita esta nota: o site a calcula do que está publicado. Uma lista vale quando tem documentos, ou a declaração de que não
        houve; está atual quando nenhum prazo dela venceu; e tem série quando guarda três anos. A avaliação oficial é a do Tribunal de
        Contas, que usa a matriz do ano e confere também o que está no portal do Município.
      </p>
      <Table caption="Critérios e o que o site encontra" columns={COLUNAS} rows={criterios} rowKey={({ codigo }) => codigo} />
      <Row>
        <ArrowLink href={routePath('situacao')}>Situação das listas</ArrowLink>
        <PrintButton label="Imprimir esta página" />
      </Row>
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
