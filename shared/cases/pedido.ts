/** The form of the SIC (Lei nº 12.527/2011, art. 10): the identification must not get in the way of the request, and no reason is asked for. */
import * as z from 'zod/mini';
import { assuntoId, choice, longText } from './fields.ts';
import { TEXTO_DO_PEDIDO } from './form-limits.ts';
import { CASE_MESSAGES } from './messages.ts';
import { type Complain, PERSON_FIELDS, requireAddress, rule } from './shared-fields.ts';
import { FORMATOS, RESPOSTAS_DO_SIC } from './vocabulary.ts';

/** In the order of the page, in which the list of problems names them. */
const FIELDS = z.object({
  texto: longText(TEXTO_DO_PEDIDO.least, TEXTO_DO_PEDIDO.most, 'o seu pedido'),
  assunto: assuntoId,
  formato_desejado: choice(FORMATOS, CASE_MESSAGES.opcao),
  forma_resposta: choice(RESPOSTAS_DO_SIC, CASE_MESSAGES.formaResposta),
  ...PERSON_FIELDS,
});

export type Pedido = z.output<typeof FIELDS>;

export const PEDIDO = FIELDS.check(rule<Pedido>(lookAt));

function lookAt(values: Pedido, complain: Complain): void {
  if (values.nome === null) complain('nome', CASE_MESSAGES.nome);
  if (values.forma_resposta === null) complain('forma_resposta', CASE_MESSAGES.formaResposta);
  if (values.forma_resposta === 'correspondencia') requireAddress(values, complain);
  else if (values.forma_resposta === 'email' && values.email === null) complain('email', CASE_MESSAGES.emailParaResposta);
  else if (values.email === null && values.telefone === null) complain('email', CASE_MESSAGES.contatoDoPedido);
}
