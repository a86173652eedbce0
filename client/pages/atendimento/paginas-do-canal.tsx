import type { ReactElement } from 'react';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';

/** Content pages that explain a channel further; nothing while the institute has written none. */
export function PaginasDoCanal({ titulo }: { readonly titulo: string }): ReactElement | null {
  const { pagina: paginas } = useOperation(CanalDoCidadaoDocument);
  if (paginas.length === 0) return null;
  return (
    <Section title={titulo}>
      <Grid as="ul">
        {paginas.map((pagina) => (
          <li key={pagina.id}>
            <Card title={pagina.titulo} href={routePath('pagina', { slug: pagina.slug })} icon="lucide:file-text" summary={pagina.resumo} />
          </li>
        ))}
      </Grid>
    </Section>
  );
}
