import type { ReactElement } from 'react';
import { formatDate } from '../../../shared/locale/dates.ts';
import { enderecoDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { useSettings, useSiteState } from '../../site-state/contexts.ts';
import type { Documento } from './arquivos-do-documento.tsx';
import styles from './documento.module.css';

/** The reference of the document for a work, a report or a request; the address in it does not change. */
export function ComoCitar({ documento }: { readonly documento: Documento }): ReactElement {
  const { siteUrl } = useSettings();
  const site = useSiteState().siteConfig[0];
  const endereco = `${siteUrl}${enderecoDoDocumento(documento)}`;
  const { titulo, data_ato, publicado_em } = documento;
  const data = data_ato ?? publicado_em;
  return (
    <Section title="Como citar" id="como-citar">
      <p className={styles.citacao}>
        {site === undefined ? null : `${site.nome.toUpperCase()}. `}
        <cite>{titulo}</cite>. {data === null ? null : `${formatDate(data)}. `}
        Disponível em: <a href={enderecoDoDocumento(documento)}>{endereco}</a>. Acesso em: dia, mês e ano da sua consulta.
      </p>
    </Section>
  );
}
