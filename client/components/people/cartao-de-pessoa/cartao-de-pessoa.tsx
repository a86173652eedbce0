import type { ReactElement } from 'react';
import { Selo } from '../../content/badge/badge.tsx';
import { Definicoes } from '../../content/description-list/description-list.tsx';
import { Titulo } from '../../content/heading/heading.tsx';
import { Icone } from '../../media/icon/icon.tsx';
import { Imagem } from '../../media/image/image.tsx';
import type { Detalhe, ImagemDeConteudo, Nivel } from '../../types.ts';
import { EnderecoDeEmail } from '../email-address/email-address.tsx';
import estilos from './cartao-de-pessoa.module.css';

export interface PessoaDoCartao {
  readonly nome: string;
  readonly cargo: string | null;
  readonly foto: ImagemDeConteudo | null;
  readonly selos?: readonly string[];
  readonly detalhes?: readonly Detalhe[];
  readonly minicurriculo?: string | null;
  readonly email?: string | null;
  readonly telefone?: string | null;
}

/** A member of a board or the head of a unit. */
export function CartaoDePessoa({ pessoa, nivel = 3 }: { readonly pessoa: PessoaDoCartao; readonly nivel?: Nivel }): ReactElement {
  const { nome, cargo, foto, selos = [], detalhes = [], minicurriculo } = pessoa;
  return (
    <article className={estilos.cartao}>
      <div className={estilos.retrato}>
        {foto === null ? <Icone nome="lucide:user-round" tamanho="g" /> : <Imagem imagem={foto} proporcao="retrato" tamanhos="100px" />}
      </div>
      <div className={estilos.texto}>
        <Titulo nivel={nivel} className={estilos.nome}>
          {nome}
        </Titulo>
        {cargo === null || cargo === '' ? null : <p className={estilos.cargo}>{cargo}</p>}
        {selos.length === 0 ? null : (
          <p className={estilos.selos}>
            {selos.map((selo) => (
              <Selo key={selo} tom="primario">
                {selo}
              </Selo>
            ))}
          </p>
        )}
        {minicurriculo === undefined || minicurriculo === null || minicurriculo === '' ? null : (
          <p className={estilos.curriculo}>{minicurriculo}</p>
        )}
        <Definicoes itens={detalhes} />
        <ContatosDaPessoa pessoa={pessoa} />
      </div>
    </article>
  );
}

function ContatosDaPessoa({ pessoa: { email, telefone } }: { readonly pessoa: PessoaDoCartao }): ReactElement | null {
  const temEmail = email !== undefined && email !== null && email !== '';
  const temTelefone = telefone !== undefined && telefone !== null && telefone !== '';
  if (!temEmail && !temTelefone) return null;
  return (
    <ul className={estilos.contatos}>
      {temEmail ? (
        <li>
          <Icone nome="lucide:mail" />{' '}
          <a href={`mailto:${email}`}>
            <EnderecoDeEmail valor={email} />
          </a>
        </li>
      ) : null}
      {temTelefone ? (
        <li>
          <Icone nome="lucide:phone" /> <a href={`tel:+55${telefone.replace(/\D/g, '')}`}>{telefone}</a>
        </li>
      ) : null}
    </ul>
  );
}
