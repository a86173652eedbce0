import { instante } from '../dates.ts';
import { imagemParaTexto } from '../files.ts';
import { slugFor } from '../ids.ts';
import { html } from '../rich-text.ts';
import type { Tabela } from '../rows.ts';

type Pergunta = readonly [pergunta: string, resposta: string];

const CATEGORIAS: readonly (readonly [nome: string, perguntas: readonly Pergunta[]])[] = [
  [
    'Aposentadoria',
    [
      [
        'Quando posso me aposentar?',
        'Depende da data em que você entrou no serviço público, da sua idade e do seu tempo de contribuição. A Central de Atendimento faz a conta com você, sem custo.\nLeve documento com foto e, se tiver, a certidão de tempo de contribuição de outros empregos.',
      ],
      [
        'Quais documentos preciso levar para pedir a aposentadoria?',
        '- Documento com foto e CPF.\n- Comprovante de residência.\n- Certidão de casamento ou de nascimento.\n- Certidão de tempo de contribuição de outros regimes, se houver.\nA lista completa está na página [Concessão de benefícios](/paginas/concessao-de-beneficios).',
      ],
      [
        'Quanto tempo demora a análise do pedido?',
        'O prazo da Carta de Serviços é de até 60 dias, contados da entrega de todos os documentos. Você acompanha a etapa do pedido nos postos ou por telefone.',
      ],
      [
        'Como é calculado o valor da aposentadoria?',
        'O cálculo segue a lei municipal e a regra em que cada pessoa se encaixa. Antes de você assinar o pedido, a equipe mostra a conta e explica cada parte.',
      ],
      [
        'Posso continuar trabalhando depois de completar as exigências?',
        'Pode. Quem já pode se aposentar e escolhe continuar trabalhando pode pedir o abono de permanência.',
      ],
      [
        'Trabalhei em empresa antes do concurso. Esse tempo conta?',
        'Conta, se você trouxer a certidão de tempo de contribuição emitida pelo INSS. O instituto registra esse tempo no seu cadastro. Isso se chama averbação.',
      ],
      [
        'Por que o meu processo vai para o Tribunal de Contas?',
        'O Tribunal de Contas dos Municípios confere se cada aposentadoria e cada pensão seguiu a lei. Você continua recebendo enquanto o Tribunal examina o processo.',
      ],
    ],
  ],
  [
    'Pensão por morte',
    [
      [
        'Quem pode receber a pensão?',
        'Os dependentes do servidor ou do aposentado que morreu: cônjuge, companheira ou companheiro, filhos e outros que a lei indicar. A equipe confere cada caso.',
      ],
      [
        'Como pedir a pensão?',
        'Procure um posto com a certidão de óbito, os documentos de quem pede e os que provam o vínculo. O atendimento é prioritário.',
      ],
      ['A pensão é dividida entre os dependentes?', 'Sim. O valor é dividido em partes iguais entre os dependentes que têm direito.'],
      [
        'Sou companheira, mas não tenho certidão de união estável. O que faço?',
        'Traga o que tiver para provar a vida em comum: contas no mesmo endereço, plano de saúde, fotos, declarações. A equipe orienta sobre o que falta.',
      ],
    ],
  ],
  [
    'Pagamento e contracheque',
    [
      [
        'Em que dia o benefício é pago?',
        'No último dia útil de cada mês. O calendário do ano está nos [comunicados](/informacoes/comunicados).',
      ],
      [
        'Onde vejo o meu contracheque?',
        'Nos postos de atendimento ou por e-mail, se você fez o pedido. Ele fica pronto três dias antes do pagamento.',
      ],
      ['Quando sai o 13º?', 'A primeira parte sai em junho, e a segunda, em dezembro, antes do Natal.'],
      [
        'Apareceu um desconto que não reconheço. O que faço?',
        'Procure a Central de Atendimento com o contracheque. Se o desconto não foi autorizado por você, ele é suspenso enquanto o caso é apurado.',
      ],
      [
        'Como mudo o banco em que recebo?',
        'Peça a mudança em um posto, com documento com foto e o comprovante da nova conta. O pedido feito até o dia 10 vale para o mesmo mês.',
      ],
      ['Onde pego o informe para o imposto de renda?', 'O informe fica pronto até o fim de fevereiro, nos postos e por e-mail.'],
    ],
  ],
  [
    'Prova de vida e cadastro',
    [
      ['Quando devo fazer a prova de vida?', 'Uma vez por ano, no mês do seu aniversário.'],
      [
        'Posso fazer a prova de vida sem sair de casa?',
        'Pode. Use a câmera do celular ou peça uma visita pelo telefone (91) 3000-0000. Veja o passo a passo na página da [prova de vida](/paginas/prova-de-vida).',
      ],
      [
        'Moro em outra cidade. Como faço?',
        'Use o celular ou envie o formulário assinado, com firma reconhecida em cartório, pelo correio.',
      ],
      [
        'O que acontece se eu perder o prazo?',
        'Você recebe um aviso e tem mais 30 dias. Só depois disso o pagamento pode ser suspenso. Assim que você fizer a prova de vida, ele volta, com os atrasados.',
      ],
      [
        'Mudei de endereço ou de telefone. Como atualizo?',
        'Em qualquer posto, com documento com foto e comprovante de residência. Também é possível por e-mail, se o seu e-mail já estiver no cadastro.',
      ],
    ],
  ],
  [
    'Transparência e investimentos',
    [
      [
        'Onde o dinheiro da previdência está aplicado?',
        'Em títulos públicos e em fundos, dentro dos limites da Política de Investimentos. O resultado de cada mês está nos [relatórios de investimentos](/lai/documentos/relatorioDeInvestimento).',
      ],
      [
        'O instituto pode perder dinheiro com as aplicações?',
        'O valor das aplicações sobe e desce de um mês para o outro. Por isso há limites para cada tipo de investimento, e o comitê acompanha os riscos todos os meses.',
      ],
      [
        'Posso assistir às reuniões dos conselhos?',
        'Pode. As reuniões são abertas. As datas estão na [agenda de reuniões](/lai/documentos/agendaReunioes).',
      ],
      [
        'Como peço uma informação que não está no site?',
        'Pelo [Serviço de Informação ao Cidadão](/sic). Não é preciso dizer o motivo. A resposta sai na hora, se a informação estiver disponível, ou em até 20 dias, prorrogáveis por mais 10 com justificativa.',
      ],
    ],
  ],
  [
    'Atendimento e Ouvidoria',
    [
      [
        'Qual é a diferença entre Ouvidoria e SIC?',
        'A [Ouvidoria](/ouvidoria) recebe reclamações, denúncias, sugestões e elogios. O [SIC](/sic) recebe pedidos de informação e de documentos.',
      ],
      [
        'Preciso me identificar para fazer uma denúncia?',
        'Não. Você pode denunciar sem dizer o seu nome. Quem se identifica tem a identidade protegida.',
      ],
      [
        'Em quanto tempo a Ouvidoria responde?',
        'Em até 30 dias. O prazo pode ser prorrogado uma vez, por mais 30 dias, com justificativa.',
      ],
      [
        'Os postos têm acessibilidade?',
        'Têm. Os três postos têm rampa e banheiro adaptado. A Central atende em Libras com hora marcada. Os detalhes de cada prédio estão no [mapa das unidades](/informacoes/mapa).',
      ],
    ],
  ],
];

/** Thirty questions in six groups. The counts of usefulness start at zero: only readers may move them. */
export function faq(): readonly Tabela[] {
  const perguntas = CATEGORIAS.flatMap(([, lista], categoria) =>
    lista.map(([pergunta, resposta], ordem) => ({
      categoria_id: categoria + 1,
      pergunta,
      resposta_html: html(resposta, imagemParaTexto),
      ordem: ordem + 1,
    })),
  );
  return [
    {
      nome: 'faq_categoria',
      identity: true,
      linhas: CATEGORIAS.map(([nome], index) => ({ id: index + 1, nome, slug: slugFor(nome), ordem: index + 1 })),
    },
    {
      nome: 'pergunta_frequente',
      identity: true,
      linhas: perguntas.map((pergunta, index) => ({
        id: index + 1,
        ...pergunta,
        util_sim: 0,
        util_nao: 0,
        publicado: true,
        criado_em: instante('2023-03-06'),
        atualizado_em: instante(index % 3 === 0 ? '2026-08-17' : '2026-03-09'),
      })),
    },
  ];
}
