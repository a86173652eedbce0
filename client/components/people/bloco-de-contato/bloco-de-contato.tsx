import type { ReactElement } from 'react';
import type { Contato } from '../../../../shared/site-state/site-state.ts';
import { Titulo } from '../../content/heading/heading.tsx';
import { Icone } from '../../media/icon/icon.tsx';
import type { Nivel } from '../../types.ts';
import { EnderecoDeEmail } from '../email-address/email-address.tsx';
import estilos from './bloco-de-contato.module.css';

interface Props {
  readonly contatos: readonly Contato[];
  readonly titulo?: string | undefined;
  readonly nivel?: Nivel;
}

const ICONES: Readonly<Record<Contato['tipo'], string>> = {
  telefone: 'lucide:phone',
  whatsapp: 'lucide:message-circle',
  email: 'lucide:mail',
  endereco: 'lucide:map-pin',
  horario: 'lucide:clock',
  rede_social: 'lucide:link',
};

/** Ways to reach the institute or a unit; nothing when there are none. */
export function BlocoDeContato({ contatos, titulo, nivel = 2 }: Props): ReactElement | null {
  if (contatos.length === 0) return null;
  return (
    <div className={estilos.bloco}>
      {titulo === undefined ? null : (
        <Titulo nivel={nivel} className={estilos.titulo}>
          {titulo}
        </Titulo>
      )}
      <ul className={estilos.lista}>
        {contatos.map((contato) => (
          <li key={contato.id} className={estilos.item}>
            <Icone nome={ICONES[contato.tipo]} />
            <ItemDeContato contato={contato} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The label above, the value below; the value is the link, so that a screen reader says what it dials or opens. */
function ItemDeContato({ contato: { rotulo, valor, href } }: { readonly contato: Contato }): ReactElement {
  return (
    <span className={estilos.texto}>
      {rotulo === '' || rotulo === valor ? null : <span className={estilos.rotulo}>{rotulo}: </span>}
      {href === null ? (
        <span className={estilos.valor}>{valor}</span>
      ) : (
        <a href={href}>
          <EnderecoDeEmail valor={valor} />
        </a>
      )}
    </span>
  );
}
