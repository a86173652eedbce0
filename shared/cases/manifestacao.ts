/** The form of the ouvidoria (Lei nº 13.460/2017, arts. 9º a 12): no citizen is asked for a reason, and no subject is refused. */
import * as z from 'zod/mini';
import { assuntoId, choice, documentNumber, longText, optionalText, pastDay } from './fields.ts';
import { TEXTO_DA_MANIFESTACAO } from './form-limits.ts';
import { CASE_MESSAGES } from './messages.ts';
import { ADDRESS_FIELDS, CONTACT_FIELDS, type Complain, PROFILE_FIELDS, requireAddress, rule } from './shared-fields.ts';
import { IDENTIFICACOES, RESPOSTAS_DA_OUVIDORIA, TIPOS_ANONIMOS, TIPOS_DE_MANIFESTACAO } from './vocabulary.ts';

/** In the order of the page, in which the list of problems names them. */
const fields = (today: string) =>
  z.object({
    identificacao: choice(IDENTIFICACOES, CASE_MESSAGES.identificacao),
    tipo: choice(TIPOS_DE_MANIFESTACAO, CASE_MESSAGES.tipo),
    assunto: assuntoId,
    texto: longText(TEXTO_DA_MANIFESTACAO.least, TEXTO_DA_MANIFESTACAO.most, 'o seu relato'),
    local_fato: optionalText(500),
    data_fato: pastDay(today),
    envolvidos: optionalText(2_000),
    ...CONTACT_FIELDS,
    documento: documentNumber,
    forma_resposta: choice(RESPOSTAS_DA_OUVIDORIA, CASE_MESSAGES.formaResposta),
    ...ADDRESS_FIELDS,
    ...PROFILE_FIELDS,
  });

export type Manifestacao = z.output<ReturnType<typeof fields>>;

/** Makes the schema for a day, because the day of a fact is not after it. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the type is that of the schema
export const manifestacaoSchema = (today: string) => fields(today).check(rule(lookAt));

function lookAt(values: Manifestacao, complain: Complain): void {
  const { identificacao, tipo } = values;
  if (tipo === null) complain('tipo', CASE_MESSAGES.tipo);
  // A citizen who may be about to stay anonymous is not asked for a name.
  if (identificacao === null) return complain('identificacao', CASE_MESSAGES.identificacao);
  if (identificacao === 'anonima') {
    if (tipo !== null && !TIPOS_ANONIMOS.includes(tipo)) complain('tipo', CASE_MESSAGES.tipoAnonimo);
    return;
  }
  if (values.nome === null) complain('nome', CASE_MESSAGES.nome);
  if (values.forma_resposta === 'correspondencia') requireAddress(values, complain);
  else if (values.forma_resposta === 'email') {
    if (values.email === null) complain('email', CASE_MESSAGES.emailParaResposta);
  } else if (values.email === null && values.telefone === null) complain('email', CASE_MESSAGES.contato);
}
