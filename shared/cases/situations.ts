/** States, kinds of answers and legal grounds as a citizen reads them, and states as the staff does. A name that is not here is shown as it is, without its underscores. */

const SITUATIONS: Readonly<Record<string, string>> = {
  nova: 'Mensagem recebida',
  lida: 'Mensagem lida',
  respondida: 'Respondida',
  encerrada: 'Encerrada',
  spam: 'Encerrada',
  registrada: 'Manifestação registrada',
  em_analise: 'Em análise',
  encaminhada_area: 'Encaminhada à área responsável',
  aguardando_complementacao: 'Aguardando uma informação sua',
  prorrogada: 'Prazo prorrogado',
  concluida: 'Concluída',
  arquivada: 'Arquivada',
  encaminhada_externa: 'Encaminhada a outro órgão',
  registrado: 'Pedido registrado',
  em_tratamento: 'Em tratamento',
  encaminhado_setor: 'Encaminhado ao setor responsável',
  prorrogado: 'Prazo prorrogado',
  respondido: 'Respondido',
  em_recurso_1: 'Recurso em análise',
  recurso_decidido_1: 'Recurso decidido',
  em_recurso_2: 'Segundo recurso em análise',
  recurso_decidido_2: 'Segundo recurso decidido',
  reclamacao_registrada: 'Reclamação por falta de resposta',
  reclamacao_decidida: 'Reclamação decidida',
  finalizado: 'Finalizado',
  redirecionado: 'Encaminhado a outro órgão',
};

/** States whose words are written to the citizen, or keep from them what the staff knows. */
const OF_STAFF: Readonly<Record<string, string>> = {
  aguardando_complementacao: 'Aguardando o cidadão',
  spam: 'Marcada como spam',
};

const ANSWERS: Readonly<Record<string, string>> = {
  acesso_concedido: 'Acesso concedido',
  acesso_parcialmente_concedido: 'Acesso concedido em parte',
  acesso_negado: 'Acesso negado',
  informacao_inexistente: 'A informação não existe',
  nao_e_pedido_de_informacao: 'Não é pedido de informação',
  orgao_sem_competencia: 'Outro órgão tem a informação',
  pergunta_duplicada: 'Pergunta repetida',
};

const GROUNDS: Readonly<Record<string, string>> = {
  dado_pessoal: 'Dado pessoal de outra pessoa',
  sigilo_legal: 'Sigilo previsto em lei específica',
  informacao_classificada: 'Informação classificada',
  pedido_generico: 'Pedido genérico',
  desproporcional: 'Pedido desproporcional ou desarrazoado',
  trabalho_adicional: 'Exige trabalho adicional de análise',
  segredo: 'Segredo industrial ou comercial',
};

const SHELVING: Readonly<Record<string, string>> = {
  sem_elementos_minimos: 'Faltaram as informações mínimas para apurar',
  duplicada: 'Repete outra manifestação',
  fora_de_competencia: 'O assunto não é do instituto',
};

const DECISIONS: Readonly<Record<string, string>> = {
  provido: 'Você teve razão',
  parcial: 'Você teve razão em parte',
  desprovido: 'A resposta foi mantida',
  nao_conhecido: 'O recurso não pôde ser examinado',
};

const COMPLAINT_DECISIONS: Readonly<Record<string, string>> = {
  provido: 'Você teve razão',
  desprovido: 'A reclamação não foi aceita',
  nao_conhecido: 'A reclamação não pôde ser examinada',
  prejudicada: 'Encerrada sem decisão: o pedido foi respondido ou encerrado antes',
};

/** Kinds of answers and legal grounds that are stored, in the order in which they are offered. */
export const ANSWER_NAMES: readonly string[] = Object.keys(ANSWERS);
export const GROUND_NAMES: readonly string[] = Object.keys(GROUNDS);

export function situationLabel(name: string): string {
  return SITUATIONS[name] ?? readable(name);
}

/** Returns the name of a state for the staff. */
export function staffSituationLabel(name: string): string {
  return OF_STAFF[name] ?? situationLabel(name);
}

export function answerLabel(name: string): string {
  return ANSWERS[name] ?? readable(name);
}

export function groundLabel(name: string): string {
  return GROUNDS[name] ?? readable(name);
}

export function shelvingLabel(name: string): string {
  return SHELVING[name] ?? readable(name);
}

export function decisionLabel(name: string): string {
  return DECISIONS[name] ?? readable(name);
}

export function complaintDecisionLabel(name: string): string {
  return COMPLAINT_DECISIONS[name] ?? readable(name);
}

function readable(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
