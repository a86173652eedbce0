import type { ReactElement } from 'react';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { FeriadosDocument } from '../../../shared/graphql/generated/documents/Feriados.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { Contato } from '../../../shared/site-state/site-state.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { LatePart } from '../late-part.tsx';
import { lerHorarios } from '../mapa/endereco.ts';
import { OndeFica } from '../unidade/onde-fica.tsx';
import { AbertoAgora } from './aberto-agora.tsx';

/** The unit of a service channel and its head; the institute's own contacts while no unit is published. */
export function UnidadeDoCanal({ funcao }: { readonly funcao: string }): ReactElement {
  const [unidade] = useOperation(CanalDoCidadaoDocument).unidade;
  const { contato } = useSiteState();
  if (unidade === undefined) return <ContatosDoInstituto contatos={contato} />;
  const { titular } = unidade;
  return (
    <Stack>
      <DescriptionList
        items={[
          { label: 'Unidade', value: <a href={routePath('unidade', { id: unidade.id })}>{unidade.nome}</a> },
          { label: funcao, value: titular === null ? null : (titular.nome_social ?? titular.nome) },
        ]}
      />
      <LatePart of={FeriadosDocument} shape="text" count={1}>
        <AbertoAgora horas={lerHorarios(unidade.horario)} />
      </LatePart>
      <OndeFica unidade={unidade} />
      <ArrowLink href={routePath('mapa')}>Todas as unidades no mapa</ArrowLink>
    </Stack>
  );
}

/** The main contacts of the institute, or all where none is marked as such. */
function ContatosDoInstituto({ contatos }: { readonly contatos: readonly Contato[] }): ReactElement {
  if (contatos.length === 0) return <p>Ainda não publicamos os contatos.</p>;
  const principais = contatos.filter(({ principal }) => principal);
  return <BlocoDeContato contatos={principais.length > 0 ? principais : contatos} />;
}
