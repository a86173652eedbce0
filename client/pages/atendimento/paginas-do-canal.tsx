import type { ReactElement } from 'react';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Grade } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';

/** Content pages that explain a channel further; nothing while the institute has written none. */
export function PaginasDoCanal({ titulo }: { readonly titulo: string }): ReactElement | null {
  const { pagina: paginas } = useOperation(CanalDoCidadaoDocument);
  if (paginas.length === 0) return null;
  return (
    <Secao titulo={titulo}>
      <Grade como="ul">
        {paginas.map((pagina) => (
          <li key={pagina.id}>
            <Cartao
              titulo={pagina.titulo}
              href={routePath('pagina', { slug: pagina.slug })}
              icone="lucide:file-text"
              resumo={pagina.resumo}
            />
          </li>
        ))}
      </Grade>
    </Secao>
  );
}
