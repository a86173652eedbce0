import type { ReactElement } from 'react';
import { DocumentosRecentesDocument } from '../../../shared/graphql/generated/documents/DocumentosRecentes.ts';
import { SelosDeRegularidadeDocument } from '../../../shared/graphql/generated/documents/SelosDeRegularidade.ts';
import { formatNumber } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { TotaisLai } from '../../../shared/site-state/site-state.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { NumberFigures } from '../../components/content/number-figure/number-figure.tsx';
import { LeadParagraph } from '../../components/content/rich-text/rich-text.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { LatePart } from '../late-part.tsx';
import styles from './inicio.module.css';
import { SelosDeRegularidade } from './selos-de-regularidade.tsx';

/** The transparency section in short: its totals, its newest documents and the certifications of the institute. */
export function Transparencia({ totais: { documentos, categorias } }: { readonly totais: TotaisLai }): ReactElement {
  return (
    <Section title="Transparência" background="paper" action={{ href: routePath('menuCompleto'), label: 'Menu completo' }}>
      <Stack gap="l">
        <div className={styles.transparencia}>
          <Stack>
            {documentos === 0 ? null : (
              <>
                <LeadParagraph>
                  Atas, contas, investimentos, licitações e leis do instituto, para consultar e baixar sem pedir a ninguém.
                </LeadParagraph>
                <NumberFigures
                  items={[
                    { value: formatNumber(documentos), label: 'documentos publicados' },
                    { value: formatNumber(categorias), label: 'tipos de documento' },
                  ]}
                />
              </>
            )}
            <Row>
              <LinkButton href={routePath('lai')}>Abrir a Transparência</LinkButton>
              <LinkButton href={routePath('sic')} variant="secondary">
                Pedir uma informação
              </LinkButton>
            </Row>
          </Stack>
          <div className={styles.painel}>
            <h3>Documentos mais recentes</h3>
            <LatePart of={DocumentosRecentesDocument} count={4}>
              <DocumentosRecentes />
            </LatePart>
          </div>
        </div>
        <LatePart of={SelosDeRegularidadeDocument} shape="cards" count={2}>
          <SelosDeRegularidade />
        </LatePart>
      </Stack>
    </Section>
  );
}

function DocumentosRecentes(): ReactElement {
  const { documento: rows } = useOperation(DocumentosRecentesDocument);
  if (rows.length === 0) return <p>Ainda não há documentos publicados.</p>;
  return (
    <ul className={styles.documentos}>
      {rows.map(({ id, categoria_slug, titulo, publicado_em, categoria }) => (
        <li key={id} className={styles.documento}>
          <a href={routePath('documento', { category: categoria_slug, id })}>{titulo}</a>
          <p className={styles.nota}>
            {categoria?.rotulo}
            {publicado_em === null ? null : (
              <>
                , <DateTime date={publicado_em} format="short" />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
