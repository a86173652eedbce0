/** Why the database or the server does not take a step, in words that say what to do, at the field to which they belong. */

import { aboutFile, CASE_MESSAGES } from '../../../shared/cases/messages.ts';
import { NOT_SAVED } from '../session/reauthentication.ts';

/** The field of a step's form that a refusal is about; null for the step as a whole. */
export type StepField =
  | 'resposta'
  | 'tipo_resposta'
  | 'fundamento_negativa'
  | 'justificativa'
  | 'motivo'
  | 'orgao'
  | 'decisao'
  | 'descricao'
  | 'assunto_id'
  | 'anexos';

/** The reason of a request that met the end of the session. */
export const SESSION_ENDED = 'sessao_terminou';

export interface Refusal {
  readonly field: StepField | null;
  readonly text: string;
}

const REFUSALS: Readonly<Record<string, readonly [field: StepField | null, text: string]>> = {
  [SESSION_ENDED]: [null, NOT_SAVED],
  transicao_proibida: [null, 'A situação do caso mudou e este passo não é mais possível. Veja abaixo o que aconteceu.'],
  fora_da_transicao: [null, 'Este passo não muda o que você preencheu. Recarregue a tela e tente de novo.'],
  mudado_por_outra_pessoa: [
    null,
    'O caso mudou enquanto você escrevia. Nada foi salvo e nada do seu texto se perdeu: leia acima o que mudou e confirme de novo.',
  ],
  nao_encontrado: [null, 'Este caso não existe mais.'],
  caso_encerrado: [null, 'O caso está encerrado e não muda mais.'],
  imutavel: [null, 'Isto não pode ser mudado depois do registro.'],
  reabertura_encerrada: [null, 'Só o cidadão reabre uma manifestação, uma vez, dentro do prazo.'],
  prazo_de_recurso_corre: [null, 'O prazo do cidadão para recorrer ou reabrir ainda corre. O caso se encerra sozinho quando ele terminar.'],
  prazo_de_recurso_encerrado: [null, 'O prazo de recurso terminou.'],
  sem_resposta_a_complementar: [
    null,
    'Só se complementa uma resposta que já foi enviada. Este caso está em andamento ou não tem resposta.',
  ],
  ja_prorrogado: ['justificativa', 'O prazo só pode ser prorrogado uma vez, e já foi.'],
  prazo_vencido: ['justificativa', 'O prazo já venceu: depois disso não se prorroga mais.'],
  sem_pedido_a_area: [null, 'O caso não está mais com uma área.'],
  area_ja_prorrogada: [null, 'O prazo da área só pode ser prorrogado uma vez, e já foi.'],
  prazo_da_area_vencido: [null, 'O prazo da área já venceu: depois disso não se prorroga mais.'],
  falta_nota: [null, 'Escreva por que a área precisa de mais tempo: fica no caso, e só a equipe lê.'],
  falta_justificativa: ['justificativa', 'Escreva a justificativa: ela é enviada ao cidadão.'],
  falta_texto: ['resposta', 'Escreva o texto: é o que o cidadão vai ler.'],
  falta_tipo_resposta: ['tipo_resposta', 'Escolha o tipo da resposta.'],
  falta_fundamento: ['fundamento_negativa', 'Escolha o fundamento da negativa: a lei o exige.'],
  falta_decisao: ['decisao', 'Informe a decisão e a autoridade que decidiu.'],
  falta_motivo: ['motivo', 'Informe o motivo.'],
  falta_orgao: ['orgao', 'Informe o órgão a que o caso vai.'],
  assunto_de_outro_canal: ['assunto_id', 'Este assunto não é do canal do caso. Escolha um assunto da lista.'],
  anonimo_nao_vira_pedido: [null, 'Uma manifestação anônima não pode virar pedido de informação: o pedido exige identificação.'],
  anexos_demais: ['anexos', 'O caso já tem anexos demais.'],
  anexo_de_outro_lugar: ['anexos', 'O arquivo não pertence aos casos.'],
  anexo_repetido: ['anexos', 'Um dos arquivos já está em um caso. Escolha o arquivo de novo.'],
  arquivo_grande: ['anexos', 'Um dos arquivos tem mais de 10 MB.'],
  arquivos_demais: ['anexos', 'Anexe no máximo 5 arquivos de cada vez.'],
  arquivo_danificado: ['anexos', CASE_MESSAGES.arquivoDanificado],
  arquivo_tipo: ['anexos', CASE_MESSAGES.arquivoTipo],
  valor_invalido: [null, 'Um dos valores não é aceito. Confira o que foi preenchido.'],
};

/** Returns the words for a reason. @param file name of the file that it is about */
export function refusalOf(reason: string, file?: string): Refusal {
  const [field, text] = REFUSALS[reason] ?? [
    null,
    'O servidor não conseguiu concluir. Seu texto continua nesta tela; tente de novo em instantes.',
  ];
  return { field, text: aboutFile(text, file) };
}
