import type { ReactElement } from 'react';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { CategoriasDaSecao, idDaSecao, temEntradas } from '../../components/documents/cartao-de-secao/cartao-de-secao.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { useSiteState } from '../../site-state/contexts.ts';

export function PageOpening(): ReactElement {
  const secoes = useSiteState().dataLai.filter(temEntradas);
  const categorias = secoes.flatMap((secao) => secao.categorias);
  const documentos = categorias.reduce((soma, { total }) => soma + total, 0);
  return (
    <PageIntro
      lead="Todas as listas em uma página."
      facts={{
        listas: formatCount(categorias.length, 'lista', 'listas'),
        documentos: formatCount(documentos, 'documento', 'documentos'),
        assuntos: formatCount(secoes.length, 'assunto', 'assuntos'),
      }}
    />
  );
}

/** The whole transparency area on one page: every section, every list, how many documents each holds and the date of the newest. */
export function PageComponent(): ReactElement {
  const secoes = useSiteState().dataLai.filter(temEntradas);
  if (secoes.length === 0) return <EmptyState title="Ainda não publicamos as listas da transparência" />;
  return (
    <Stack gap="l">
      <Stack>
        <TableOfContents title="Assuntos" items={secoes.map((secao) => ({ id: idDaSecao(secao), text: secao.nome, level: 2 }))} />
        <PrintButton label="Imprimir esta página" />
      </Stack>
      {secoes.map((secao) => (
        <Section key={secao.chave} title={secao.nome} id={idDaSecao(secao)}>
          <p>{secao.descricao}</p>
          <CategoriasDaSecao secao={secao} />
        </Section>
      ))}
    </Stack>
  );
}
