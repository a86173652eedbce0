import type { ContatoDaUnidadeFragment } from '../../../shared/graphql/generated/operations.ts';
import { contactAddress } from '../../../shared/site-state/contact-address.ts';
import type { Contato } from '../../../shared/site-state/site-state.ts';

const TIPOS: readonly Contato['tipo'][] = ['telefone', 'whatsapp', 'email', 'endereco', 'rede_social', 'horario'];

/** Rows of `contato` of a unit as contacts of the site; a kind that the site does not know is left out. */
export function contatosDaUnidade(rows: readonly ContatoDaUnidadeFragment[]): readonly Contato[] {
  return rows.flatMap(({ id, tipo, rotulo, valor, valor_normalizado, principal, tipo_contato }) => {
    const conhecido = TIPOS.find((candidato) => candidato === tipo);
    if (conhecido === undefined) return [];
    return [
      {
        id,
        tipo: conhecido,
        rotulo: rotulo ?? tipo_contato.rotulo,
        valor,
        href: contactAddress(tipo, valor_normalizado ?? valor),
        principal,
      },
    ];
  });
}
