import type { ReactElement } from 'react';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { contatosDaUnidade } from '../../components/people/contatos-da-unidade.ts';
import { useSiteState } from '../../site-state/contexts.ts';
import { escreverEndereco } from '../mapa/endereco.ts';
import { FormasDeAtendimento } from './formas-de-atendimento.tsx';

/** The ways to a channel that a unit answers: its own numbers before those of the institute, whose WhatsApp serves all. */
export function FormasDoCanal({ titulo }: { readonly titulo: string }): ReactElement {
  const [unidade] = useOperation(CanalDoCidadaoDocument).unidade;
  const { contato } = useSiteState();
  if (unidade === undefined) return <FormasDeAtendimento titulo={titulo} contatos={contato} balcao={null} />;
  const proprios = contatosDaUnidade(unidade.contatos);
  const doInstituto = contato.filter(({ tipo }) => !proprios.some((proprio) => proprio.tipo === tipo));
  return (
    <FormasDeAtendimento
      titulo={titulo}
      contatos={[...proprios, ...doInstituto]}
      balcao={{ endereco: escreverEndereco(unidade), href: routePath('unidade', { id: unidade.id }), horario: unidade.horario }}
    />
  );
}
