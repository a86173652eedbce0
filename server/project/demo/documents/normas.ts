import type { Dia } from '../dates.ts';
import { INSTITUTO } from '../institute.ts';

/** Laws and decrees of a municipality that does not exist: every text is invented and printed with the notice of demonstration. */

export interface Norma {
  readonly numero: string;
  readonly data: Dia;
  readonly ementa: string;
  readonly resumo: string;
  readonly artigos: readonly string[];
  readonly situacao?: 'vigente' | 'alterada' | 'revogada';
  readonly altera?: string;
  readonly revoga?: string;
  readonly revogadaPor?: string;
  readonly regulamenta?: string;
}

export const LEIS: readonly Norma[] = [
  {
    numero: '412',
    data: '2004-05-18',
    situacao: 'alterada',
    ementa: `Cria o ${INSTITUTO.nome} e organiza o regime próprio de previdência dos servidores.`,
    resumo: 'É a lei que criou o instituto. Diz quem são os segurados, quais são os benefícios e como o instituto se organiza.',
    artigos: [
      'Fica criado o instituto, autarquia com autonomia administrativa e financeira.',
      'São segurados os servidores titulares de cargo efetivo.',
      'O instituto tem Diretoria Executiva, Conselho de Previdência e Conselho Fiscal.',
    ],
  },
  {
    numero: '587',
    data: '2019-09-24',
    altera: '412',
    ementa: 'Altera a Lei nº 412/2004 para criar o Comitê de Investimentos.',
    resumo: 'Criou o Comitê de Investimentos, que analisa as aplicações antes da decisão.',
    artigos: ['Fica criado o Comitê de Investimentos, com cinco membros.', 'O comitê se reúne todos os meses e publica as atas no site.'],
  },
  {
    numero: '603',
    data: '2020-07-07',
    situacao: 'revogada',
    revogadaPor: '648',
    ementa: 'Suspende, durante a emergência de saúde, o comparecimento presencial para a prova de vida.',
    resumo: 'Dispensou a ida aos postos para a prova de vida em 2020 e 2021. Já foi revogada.',
    artigos: ['Fica suspenso o comparecimento presencial.', 'Nenhum benefício será suspenso por falta de prova de vida no período.'],
  },
  {
    numero: '621',
    data: '2020-11-17',
    altera: '412',
    ementa: 'Ajusta as contribuições dos servidores e do Município ao regime próprio.',
    resumo: 'Mudou as alíquotas de contribuição de servidores, aposentados e do Município.',
    artigos: ['As alíquotas passam a ser as do anexo desta lei.', 'O Município responde por eventual insuficiência do regime.'],
  },
  {
    numero: '640',
    data: '2021-10-26',
    ementa: 'Institui o regime de previdência complementar dos servidores municipais.',
    resumo: 'Criou a previdência complementar para quem entra no serviço público depois da lei.',
    artigos: ['Fica instituído o regime de previdência complementar.', 'A adesão de quem já era servidor é livre.'],
  },
  {
    numero: '648',
    data: '2022-02-15',
    revoga: '603',
    ementa: 'Dispõe sobre a prova de vida anual no mês do aniversário e revoga a Lei nº 603/2020.',
    resumo: 'Fixou a prova de vida no mês do aniversário e permitiu fazê-la pelo celular.',
    artigos: [
      'A prova de vida é feita uma vez por ano, no mês do aniversário.',
      'Pode ser presencial, por visita em casa ou pelo celular.',
      'Fica revogada a Lei nº 603/2020.',
    ],
  },
  {
    numero: '677',
    data: '2023-12-05',
    altera: '412',
    ementa: 'Define a composição, os mandatos e os requisitos dos membros dos conselhos.',
    resumo: 'Fixou mandatos de quatro anos e a exigência de certificação para os conselheiros.',
    artigos: [
      'Os mandatos são de quatro anos, com uma recondução.',
      'Os membros devem ter certificação profissional dentro do prazo do anexo.',
    ],
  },
  {
    numero: '702',
    data: '2025-06-10',
    ementa: 'Autoriza o parcelamento de contribuições em atraso e fixa condições.',
    resumo: 'Diz em que condições o Município pode parcelar contribuições atrasadas.',
    artigos: ['O parcelamento depende de acordo registrado no CADPREV.', 'O atraso de três parcelas cancela o acordo.'],
  },
];

export const DECRETOS: readonly Norma[] = [
  {
    numero: '91',
    data: '2019-02-12',
    ementa: 'Regulamenta o censo previdenciário de 2019.',
    resumo: 'Fixou as datas e os documentos do censo de 2019.',
    artigos: ['O censo será de abril a junho de 2019.', 'Devem comparecer servidores, aposentados e pensionistas.'],
  },
  {
    numero: '104',
    data: '2019-10-15',
    regulamenta: '587',
    ementa: 'Regulamenta o funcionamento do Comitê de Investimentos.',
    resumo: 'Disse como o comitê se reúne, delibera e publica as atas.',
    artigos: ['As decisões são tomadas por maioria.', 'As atas são publicadas em até trinta dias.'],
  },
  {
    numero: '118',
    data: '2020-03-20',
    situacao: 'revogada',
    revogadaPor: '146',
    ementa: 'Organiza o atendimento remoto durante a emergência de saúde.',
    resumo: 'Transferiu o atendimento para o telefone e o e-mail em 2020 e 2021.',
    artigos: ['O atendimento presencial fica suspenso.', 'Os prazos dos processos ficam prorrogados.'],
  },
  {
    numero: '131',
    data: '2021-05-11',
    ementa: 'Designa a autoridade que acompanha a Lei de Acesso à Informação no instituto.',
    resumo: 'Definiu quem responde pelo acesso à informação e a quem cabem os recursos.',
    artigos: [
      'A chefia do atendimento responde pelo serviço de informação ao cidadão.',
      'Os recursos são dirigidos à presidência do instituto.',
    ],
  },
  {
    numero: '146',
    data: '2021-11-03',
    ementa: 'Retoma o atendimento presencial e revoga o Decreto nº 118/2020.',
    revoga: '118',
    resumo: 'Reabriu os postos de atendimento em novembro de 2021.',
    artigos: ['O atendimento presencial volta em todos os postos.', 'Fica revogado o Decreto nº 118/2020.'],
  },
  {
    numero: '152',
    data: '2022-04-05',
    regulamenta: '648',
    ementa: 'Regulamenta a prova de vida anual.',
    resumo: 'Explicou como fazer a prova de vida e o que acontece com quem perde o prazo.',
    artigos: ['Quem perde o prazo recebe aviso antes de qualquer suspensão.', 'A visita em casa é pedida por telefone.'],
  },
  {
    numero: '169',
    data: '2023-05-16',
    ementa: 'Dispõe sobre a proteção de dados pessoais nos órgãos municipais.',
    resumo: 'Organizou a proteção de dados e a função de encarregado.',
    artigos: ['Cada órgão indica um encarregado.', 'O nome e o contato do encarregado ficam no site.'],
  },
  {
    numero: '183',
    data: '2024-01-23',
    regulamenta: '677',
    ementa: 'Regulamenta a escolha dos representantes de servidores, aposentados e pensionistas.',
    resumo: 'Definiu como é a eleição para os conselhos.',
    artigos: ['A eleição é direta e secreta.', 'O edital é publicado com sessenta dias de antecedência.'],
  },
  {
    numero: '194',
    data: '2025-01-02',
    ementa: 'Nomeia os membros da Diretoria Executiva e dos conselhos para o mandato de 2025 a 2028.',
    resumo: 'Deu posse à diretoria e aos conselheiros atuais.',
    artigos: ['Ficam nomeados os membros relacionados no anexo.', 'O mandato termina em 31 de dezembro de 2028.'],
  },
  {
    numero: '207',
    data: '2026-02-24',
    ementa: 'Regulamenta o censo previdenciário de 2026.',
    resumo: 'Fixou o calendário e os documentos do censo de 2026.',
    artigos: ['O censo vai de março a novembro de 2026, por mês de nascimento.', 'A equipe visita quem não pode sair de casa.'],
  },
];
