import { slugFor } from '../ids.ts';
import type { Linha } from '../rows.ts';

/** The services of the Carta de Serviços: who for, what to bring, the steps, the longest term, where. */
interface ServicoDemo {
  readonly nome: string;
  readonly resumo: string;
  readonly publico: string;
  readonly requisitos: string;
  readonly documentos: readonly string[];
  readonly etapas: readonly (readonly [titulo: string, descricao: string])[];
  readonly prazo: number;
  readonly unidade: number;
  readonly base: string;
}

const CANAIS = ['Postos de atendimento', 'Telefone (91) 3000-0000', 'E-mail atendimento@prevserena.example'];
const PEDIDO: readonly (readonly [string, string])[] = [
  ['Peça', 'Procure um posto com os documentos. A equipe confere tudo na hora e entrega o número do processo.'],
  ['Acompanhe', 'Pergunte a etapa do pedido por telefone ou nos postos.'],
  ['Receba a resposta', 'Você é avisado por telefone, e-mail ou carta.'],
];

const SERVICOS: readonly ServicoDemo[] = [
  {
    nome: 'Pedir aposentadoria',
    resumo: 'Análise do pedido de aposentadoria do servidor.',
    publico: 'Servidores efetivos',
    requisitos: 'Ter cumprido a idade e o tempo de contribuição da regra em que a pessoa se encaixa.',
    documentos: [
      'Documento com foto e CPF',
      'Comprovante de residência',
      'Certidão de casamento ou nascimento',
      'Certidão de tempo de contribuição de outros regimes, se houver',
    ],
    etapas: [
      ...PEDIDO.slice(0, 1),
      ['Veja a conta', 'A equipe calcula o tempo e o valor e mostra o resultado antes da assinatura.'],
      ...PEDIDO.slice(1),
    ],
    prazo: 60,
    unidade: 7,
    base: 'Lei nº 9.717/1998 e legislação municipal',
  },
  {
    nome: 'Pedir pensão por morte',
    resumo: 'Benefício para os dependentes de quem morreu.',
    publico: 'Dependentes de servidores e aposentados',
    requisitos: 'Provar o vínculo com a pessoa que morreu.',
    documentos: [
      'Certidão de óbito',
      'Documento com foto e CPF de quem pede',
      'Certidão de casamento, união estável ou nascimento',
      'Comprovante de conta bancária',
    ],
    etapas: PEDIDO,
    prazo: 45,
    unidade: 7,
    base: 'Lei nº 9.717/1998 e legislação municipal',
  },
  {
    nome: 'Fazer a prova de vida',
    resumo: 'Confirmação anual, no mês do aniversário.',
    publico: 'Aposentados e pensionistas',
    requisitos: 'Receber benefício do instituto.',
    documentos: ['Documento com foto'],
    etapas: [
      ['Escolha como fazer', 'Pelo celular, em um posto ou com visita em casa.'],
      ['Confirme seus dados', 'A equipe confere o endereço e o telefone.'],
      ['Guarde o comprovante', 'Ele sai na hora.'],
    ],
    prazo: 1,
    unidade: 7,
    base: 'Legislação municipal',
  },
  {
    nome: 'Simular a aposentadoria',
    resumo: 'Conta com as datas e os valores prováveis.',
    publico: 'Servidores efetivos',
    requisitos: 'Ser servidor efetivo do Município.',
    documentos: ['Documento com foto', 'Certidão de tempo de contribuição, se houver'],
    etapas: [
      ['Marque a hora', 'Por telefone ou no posto.'],
      ['Converse com a equipe', 'A simulação é feita com você, em cerca de 30 minutos.'],
    ],
    prazo: 10,
    unidade: 7,
    base: 'Legislação municipal',
  },
  {
    nome: 'Averbar tempo de contribuição',
    resumo: 'Registro do tempo trabalhado em outro regime.',
    publico: 'Servidores efetivos',
    requisitos: 'Ter a certidão do outro regime.',
    documentos: ['Certidão de tempo de contribuição original', 'Documento com foto'],
    etapas: PEDIDO,
    prazo: 30,
    unidade: 10,
    base: 'Lei nº 9.717/1998',
  },
  {
    nome: 'Pedir certidão de tempo de contribuição',
    resumo: 'Para levar o tempo do instituto a outro regime.',
    publico: 'Ex-servidores',
    requisitos: 'Não ser mais servidor efetivo do Município.',
    documentos: ['Documento com foto e CPF', 'Portaria de exoneração'],
    etapas: PEDIDO,
    prazo: 30,
    unidade: 10,
    base: 'Lei nº 9.717/1998',
  },
  {
    nome: 'Pedir segunda via do contracheque',
    resumo: 'Contracheque de qualquer mês, em papel ou por e-mail.',
    publico: 'Aposentados e pensionistas',
    requisitos: 'Receber benefício do instituto.',
    documentos: ['Documento com foto'],
    etapas: [
      ['Peça', 'No posto ou por e-mail.'],
      ['Receba', 'Na hora, no posto, ou em um dia útil, por e-mail.'],
    ],
    prazo: 1,
    unidade: 7,
    base: 'Carta de Serviços',
  },
  {
    nome: 'Atualizar o cadastro',
    resumo: 'Mudança de endereço, telefone, banco ou dependentes.',
    publico: 'Servidores, aposentados e pensionistas',
    requisitos: 'Estar no cadastro do instituto.',
    documentos: ['Documento com foto', 'Comprovante do dado que mudou'],
    etapas: [
      ['Traga os documentos', 'Em qualquer posto.'],
      ['Confira', 'Você lê e assina o cadastro novo.'],
    ],
    prazo: 5,
    unidade: 10,
    base: 'Carta de Serviços',
  },
  {
    nome: 'Pedir revisão do benefício',
    resumo: 'Nova conta do valor ou da data do benefício.',
    publico: 'Aposentados e pensionistas',
    requisitos: 'Explicar o que parece errado.',
    documentos: ['Documento com foto', 'Papéis que mostram o erro, se houver'],
    etapas: PEDIDO,
    prazo: 60,
    unidade: 3,
    base: 'Legislação municipal',
  },
  {
    nome: 'Pedir isenção do imposto de renda por doença',
    resumo: 'Para quem tem uma das doenças previstas em lei.',
    publico: 'Aposentados e pensionistas',
    requisitos: 'Laudo de serviço médico oficial.',
    documentos: ['Documento com foto', 'Laudo médico oficial'],
    etapas: [...PEDIDO.slice(0, 1), ['Passe pela perícia', 'A perícia é marcada pelo instituto.'], ...PEDIDO.slice(2)],
    prazo: 45,
    unidade: 3,
    base: 'Legislação do imposto de renda',
  },
  {
    nome: 'Pedir visita em casa',
    resumo: 'Atendimento para quem não pode sair de casa.',
    publico: 'Aposentados e pensionistas',
    requisitos: 'Ter dificuldade de locomoção, por idade ou saúde.',
    documentos: ['Documento com foto'],
    etapas: [
      ['Ligue', 'Informe o nome, o endereço e um telefone.'],
      ['Receba a equipe', 'A visita é marcada para um dia útil, com hora combinada.'],
    ],
    prazo: 15,
    unidade: 7,
    base: 'Carta de Serviços',
  },
  {
    nome: 'Pedir informação pública',
    resumo: 'Qualquer informação ou documento do instituto.',
    publico: 'Qualquer pessoa',
    requisitos: 'Dizer com clareza qual é a informação. Não é preciso dizer o motivo.',
    documentos: [],
    etapas: [
      ['Faça o pedido', 'Pelo site, no SIC ou por e-mail.'],
      ['Receba a resposta', 'Na hora, se houver, ou em até 20 dias, prorrogáveis por 10 com justificativa.'],
      ['Recorra, se precisar', 'O recurso pode ser feito em até 10 dias.'],
    ],
    prazo: 20,
    unidade: 5,
    base: 'Lei nº 12.527/2011, arts. 10 a 16',
  },
  {
    nome: 'Registrar manifestação na Ouvidoria',
    resumo: 'Reclamação, denúncia, sugestão, elogio ou solicitação.',
    publico: 'Qualquer pessoa',
    requisitos: 'Contar o que aconteceu. Não é preciso se identificar.',
    documentos: [],
    etapas: [
      ['Registre', 'Pelo site, por telefone, por carta ou em um posto.'],
      ['Guarde o protocolo', 'Ele serve para acompanhar o caso.'],
      ['Receba a resposta', 'Em até 30 dias, prorrogáveis uma vez com justificativa.'],
    ],
    prazo: 30,
    unidade: 5,
    base: 'Lei nº 13.460/2017, arts. 9º a 16',
  },
];

export function servicos(): readonly Linha[] {
  return SERVICOS.map((servico, index) => ({
    id: index + 1,
    slug: slugFor(servico.nome),
    nome: servico.nome,
    resumo: servico.resumo,
    publico: servico.publico,
    requisitos: servico.requisitos,
    documentos_exigidos: servico.documentos,
    etapas: servico.etapas.map(([titulo, descricao]) => ({ titulo, descricao })),
    prazo_maximo_dias: servico.prazo,
    canais: CANAIS,
    custo: 'Gratuito',
    unidade_id: servico.unidade,
    base_legal: servico.base,
    ordem: index + 1,
    publicado: true,
  }));
}
