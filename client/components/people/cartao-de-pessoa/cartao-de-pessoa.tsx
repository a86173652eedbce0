import type { ReactElement } from 'react';
import { contactAddress } from '../../../../shared/site-state/contact-address.ts';
import { DescriptionList, type Detail } from '../../content/description-list/description-list.tsx';
import { Heading, type HeadingLevel } from '../../content/heading/heading.tsx';
import { Icon } from '../../media/icon/icon.tsx';
import { type ContentImage, Image } from '../../media/image/image.tsx';
import { EmailAddress } from '../../navigation/link/link.tsx';
import styles from './cartao-de-pessoa.module.css';

export interface PessoaDoCartao {
  readonly nome: string;
  readonly cargo: string | null;
  readonly foto: ContentImage | null;
  readonly detalhes?: readonly Detail[];
  readonly minicurriculo?: string | null;
  readonly email?: string | null;
  readonly telefone?: string | null;
}

/** A member of a board or the head of a unit. */
export function CartaoDePessoa({ pessoa, level = 3 }: { readonly pessoa: PessoaDoCartao; readonly level?: HeadingLevel }): ReactElement {
  const { nome, cargo, foto, detalhes = [], minicurriculo } = pessoa;
  return (
    <article className={styles.card}>
      <div className={styles.portrait}>
        {foto === null ? <Icon name="lucide:users" size="l" /> : <Image image={foto} aspect="portrait" sizes="100px" />}
      </div>
      <div className={styles.text}>
        <Heading level={level} className={styles.name}>
          {nome}
        </Heading>
        {cargo === null || cargo === '' ? null : <p className={styles.role}>{cargo}</p>}
        {minicurriculo === undefined || minicurriculo === null || minicurriculo === '' ? null : (
          <p className={styles.curriculo}>{minicurriculo}</p>
        )}
        <DescriptionList items={detalhes} />
        <ContatosDaPessoa pessoa={pessoa} />
      </div>
    </article>
  );
}

function ContatosDaPessoa({ pessoa: { email, telefone } }: { readonly pessoa: PessoaDoCartao }): ReactElement | null {
  const temEmail = email !== undefined && email !== null && email !== '';
  const temTelefone = telefone !== undefined && telefone !== null && telefone !== '';
  if (!temEmail && !temTelefone) return null;
  const numero = temTelefone ? contactAddress('telefone', telefone) : null;
  return (
    <ul className={styles.contacts}>
      {temEmail ? (
        <li>
          <Icon name="lucide:mail" />{' '}
          <a href={`mailto:${email}`}>
            <EmailAddress value={email} />
          </a>
        </li>
      ) : null}
      {temTelefone ? (
        <li>
          <Icon name="lucide:phone" /> {numero === null ? <span>{telefone}</span> : <a href={numero}>{telefone}</a>}
        </li>
      ) : null}
    </ul>
  );
}
