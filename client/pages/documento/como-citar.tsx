import type { ReactElement } from 'react';
import { enderecoDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Citation } from '../citation.tsx';
import type { Documento } from './arquivos-do-documento.tsx';

export function ComoCitar({ documento }: { readonly documento: Documento }): ReactElement {
  const { titulo, data_ato, publicado_em } = documento;
  return (
    <Section title="Como citar" id="como-citar">
      <Citation title={titulo} date={data_ato ?? publicado_em} path={enderecoDoDocumento(documento)} />
    </Section>
  );
}
