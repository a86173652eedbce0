/** The form of fale conosco. */
import * as z from 'zod/mini';
import { assuntoId, longText } from './fields.ts';
import { TEXTO_DA_MENSAGEM } from './form-limits.ts';
import { CASE_MESSAGES } from './messages.ts';
import { CONTACT_FIELDS, rule } from './shared-fields.ts';

/** In the order of the page, in which the list of problems names them. */
const FIELDS = z.object({
  ...CONTACT_FIELDS,
  assunto: assuntoId,
  texto: longText(TEXTO_DA_MENSAGEM.least, TEXTO_DA_MENSAGEM.most, 'a sua mensagem'),
});

export type Mensagem = z.output<typeof FIELDS>;

export const MENSAGEM = FIELDS.check(
  rule<Mensagem>(({ nome, email, telefone }, complain) => {
    if (nome === null) complain('nome', CASE_MESSAGES.nome);
    if (email === null && telefone === null) complain('email', CASE_MESSAGES.contato);
  }),
);
