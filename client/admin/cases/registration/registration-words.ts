/** The sentences of the public forms speak to the citizen who fills them in; here a member of the staff writes for that person. */
import type { FieldError } from '../../../../shared/cases/case-form.ts';
import { CASE_MESSAGES } from '../../../../shared/cases/messages.ts';

const FOR_STAFF: ReadonlyMap<string, string> = new Map([
  [CASE_MESSAGES.nome, 'Informe o nome da pessoa.'],
  [CASE_MESSAGES.contato, 'Informe um e-mail ou um telefone da pessoa, para que ela receba a resposta.'],
  [
    CASE_MESSAGES.emailParaResposta,
    'Informe o e-mail em que a pessoa quer receber a resposta, ou escolha a outra forma de resposta que ela prefere.',
  ],
  [CASE_MESSAGES.contatoDoPedido, 'Informe um e-mail ou um telefone da pessoa, ou escolha a resposta por carta e informe o endereço dela.'],
  [CASE_MESSAGES.identificacao, 'Escolha como a pessoa quer se identificar.'],
  [
    CASE_MESSAGES.tipoAnonimo,
    'Sem identificação só se registra denúncia ou reclamação. Escolha outro tipo ou, se a pessoa quiser, outra identificação.',
  ],
  [CASE_MESSAGES.formaResposta, 'Escolha como a pessoa quer receber a resposta.'],
  [
    CASE_MESSAGES.canalExterno,
    'Este canal passou a receber os registros em outro sistema, e nada foi registrado aqui. Copie o texto, que continua no formulário, e registre o caso nesse sistema.',
  ],
]);

const SHORT_TEXT = / para que possamos entender [^.]+\.$/;

/** Returns a sentence of the form, or of its refusal, as it is told to the staff. */
export function toldToStaff(sentence: string): string {
  return FOR_STAFF.get(sentence) ?? sentence.replace(SHORT_TEXT, ' com o que a pessoa disse.');
}

/** Returns what is wrong with the fields as it is told to the staff. */
export function faultsForStaff(errors: readonly FieldError[]): readonly FieldError[] {
  return errors.map(({ field, message }) => ({ field, message: toldToStaff(message) }));
}
