import type { ReactElement } from 'react';
import type { Contato } from '../../../shared/site-state/site-state.ts';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { InicioDoCanal } from './inicio-do-canal.tsx';

interface Props {
  readonly lead: string;
  /** The label of the channel's own contacts; without one, the institution's main contacts stand. */
  readonly canal: string;
  /** What the main action is called. */
  readonly rotulo: string;
}

/** What the header of a channel says: what it is for, its telephone and hours, and the way to its form. */
export function AberturaDoCanal({ lead, canal, rotulo }: Props): ReactElement {
  const { contato } = useSiteState();
  const telefone = primeiro(contato, 'telefone', canal);
  const horario = primeiro(contato, 'horario', canal);
  return (
    <PageIntro
      lead={lead}
      facts={{
        telefone: telefone === undefined ? null : <Telefone contato={telefone} />,
        horario: horario?.valor ?? null,
      }}
    >
      <InicioDoCanal rotulo={rotulo} />
    </PageIntro>
  );
}

function primeiro(contatos: readonly Contato[], tipo: Contato['tipo'], canal: string): Contato | undefined {
  const doTipo = contatos.filter((contato) => contato.tipo === tipo);
  return doTipo.find(({ rotulo }) => rotulo === canal) ?? doTipo.find(({ principal }) => principal) ?? doTipo[0];
}

function Telefone({ contato: { valor, href } }: { readonly contato: Contato }): ReactElement {
  return href === null ? <>{valor}</> : <a href={href}>{valor}</a>;
}
