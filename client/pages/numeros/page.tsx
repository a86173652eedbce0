import type { ReactElement } from 'react';
import { NumerosDocument } from '../../../shared/graphql/generated/documents/Numeros.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { numerosDeAgora, porGrupo, QuadroDeNumeros } from '../../components/numeros/quadro-de-numeros/quadro-de-numeros.tsx';
import { DataButtons } from '../data-buttons.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { NotYetPublished } from '../not-yet-published.tsx';

export function PageOpening(): ReactElement {
  return (
    <>
      <PageIntro lead="Quanto há guardado, quanto falta, quanto rendeu e quanto custa: ano a ano, com o documento de que cada valor vem." />
      <HeaderPart of={NumerosDocument}>
        <NumerosDeAgora />
      </HeaderPart>
    </>
  );
}

/** The first numbers of the first subject: as many as stand beside the logo button on a phone. */
function NumerosDeAgora(): ReactElement {
  const [indicadores = []] = porGrupo(useOperation(NumerosDocument).indicador).values();
  return <PageIntro facts={Object.fromEntries(numerosDeAgora(indicadores.slice(0, 2)).map((texto) => [texto, texto]))} />;
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={NumerosDocument} shape="text">
      <Numeros />
    </LatePart>
  );
}

function Numeros(): ReactElement {
  const { indicador } = useOperation(NumerosDocument);
  const grupos = [...porGrupo(indicador.filter(({ numeros }) => numeros.length > 0))];
  if (grupos.length === 0) return <NotYetPublished what="os números" icon="lucide:file-text" />;
  return (
    <Stack gap="l">
      <TableOfContents title="Assuntos" items={grupos.map(([grupo], index) => ({ id: `grupo-${index + 1}`, text: grupo, level: 2 }))} />
      {grupos.map(([grupo, indicadores], index) => (
        <Section key={grupo} title={grupo} id={`grupo-${index + 1}`}>
          <QuadroDeNumeros grupo={grupo} indicadores={indicadores} />
        </Section>
      ))}
      <DataButtons address={routePath('numeros')} printLabel="Imprimir esta página" />
    </Stack>
  );
}
