/** What the codes of the statistics of service channels are called. The codes are rows of the database; a test compares both. */
import { monthName } from '../../locale/months.ts';

/** Codes of a dimension with a closed list of values, in the order in which they are shown. */
export const ROTULOS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tipo: {
    denuncia: 'Denúncia',
    reclamacao: 'Reclamação',
    solicitacao: 'Solicitação',
    sugestao: 'Sugestão',
    elogio: 'Elogio',
    simplifique: 'Simplifique',
  },
  situacao: {
    respondida_no_prazo: 'Respondida no prazo',
    respondida_com_prorrogacao: 'Respondida no prazo prorrogado',
    respondida_fora_do_prazo: 'Respondida fora do prazo',
    em_andamento: 'Em andamento, dentro do prazo',
    em_atraso: 'Em atraso',
    arquivada: 'Arquivada',
    encaminhada_externa: 'Encaminhada a outro órgão',
  },
  canal_entrada: { site: 'Site', presencial: 'Presencial', telefone: 'Telefone', carta: 'Carta', email: 'E-mail', falabr: 'Fala.BR' },
  identificacao: { identificada: 'Identificada', sigilosa: 'Identificada, com sigilo', anonima: 'Anônima' },
  prorrogacao: { prorrogada: 'Prorrogada' },
  resolutividade: { resolvida: 'Resolvido', parcial: 'Resolvido em parte', nao_resolvida: 'Não resolvido' },
  pessoa: { pf: 'Pessoa física', pj: 'Pessoa jurídica' },
  tipo_resposta: {
    acesso_concedido: 'Acesso concedido',
    acesso_parcialmente_concedido: 'Acesso concedido em parte',
    acesso_negado: 'Acesso negado',
    informacao_inexistente: 'Informação inexistente',
    nao_e_pedido_de_informacao: 'Não é pedido de informação',
    orgao_sem_competencia: 'Outro órgão tem a informação',
    pergunta_duplicada: 'Pedido repetido',
  },
  fundamento: {
    dado_pessoal: 'Dado pessoal',
    sigilo_legal: 'Sigilo previsto em lei',
    informacao_classificada: 'Informação classificada',
    pedido_generico: 'Pedido genérico',
    desproporcional: 'Pedido desproporcional ou desarrazoado',
    trabalho_adicional: 'Exige trabalho adicional',
    segredo: 'Segredo industrial ou comercial',
  },
  imediata: { imediata: 'Respondida na hora' },
  solicitante: { distinto: 'Primeiro pedido da pessoa no ano' },
  recurso: {
    em_andamento: 'Em andamento',
    provido: 'Provido',
    parcial: 'Provido em parte',
    desprovido: 'Não provido',
    nao_conhecido: 'Não conhecido',
  },
  reclamacao: {
    em_andamento: 'Em andamento',
    provido: 'Provida',
    desprovido: 'Não provida',
    nao_conhecido: 'Não conhecida',
    prejudicada: 'Prejudicada: a resposta veio antes',
  },
};

/** The cases of which a dimension says nothing, where that is no gap in the records. */
const SEM_VALOR: Readonly<Record<string, string>> = {
  tipo_resposta: 'Ainda sem resposta',
  resolutividade: 'Sem avaliação',
  prorrogacao: 'Sem prorrogação',
  imediata: 'Não respondida na hora',
  solicitante: 'Demais pedidos',
  fundamento: 'Sem razão de negativa',
  recurso: 'Sem recurso',
  reclamacao: 'Sem reclamação',
};

/** Returns what a value is called; a value of an open list is its own name. */
export function rotuloDoValor(dimensao: string, valor: string): string {
  if (valor === 'nao_informado') return SEM_VALOR[dimensao] ?? 'Não informado';
  if (valor === 'demais') return 'Demais, com números pequenos';
  return ROTULOS[dimensao]?.[valor] ?? valor;
}

/** Returns 'março', 'janeiro a março'; 'ano inteiro' for all months. */
export function nomeDoPeriodo({ inicio, fim }: { readonly inicio: number; readonly fim: number }): string {
  if (inicio === 1 && fim === 12) return 'ano inteiro';
  return inicio === fim ? monthName(inicio) : `${monthName(inicio)} a ${monthName(fim)}`;
}
