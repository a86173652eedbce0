import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { porGrupo, QuadroDeNumeros } from '../../components/numeros/quadro-de-numeros/quadro-de-numeros.tsx';
import type { Documento } from './arquivos-do-documento.tsx';

/** The numbers that this document states, each beside those of the documents before and after it. */
export function NumerosDoDocumento({ documento: { numeros } }: { readonly documento: Documento }): ReactElement | null {
  if (numeros.length === 0) return null;
  return (
    <>
      {[...porGrupo(numeros.map(({ indicador }) => indicador))].map(([grupo, indicadores]) => (
        <Section key={grupo} title={`Números: ${grupo.toLowerCase()}`}>
          <QuadroDeNumeros grupo={grupo} indicadores={indicadores} />
          <p>
            <ArrowLink href={routePath('numeros')}>Todos os números da previdência</ArrowLink>
          </p>
        </Section>
      ))}
    </>
  );
}
