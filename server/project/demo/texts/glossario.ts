import type { Linha } from '../rows.ts';

type Termo = readonly [termo: string, sigla: string | null, definicao: string, sinonimos?: string];

const TERMOS: readonly Termo[] = [
  [
    'Regime próprio de previdência social',
    'RPPS',
    'A previdência dos servidores que têm cargo efetivo. Em Vila Serena, quem cuida dela é o PREVSERENA.',
    'regime próprio,previdência do servidor',
  ],
  [
    'Regime geral de previdência social',
    'RGPS',
    'A previdência de quem trabalha em empresas ou por conta própria. É administrada pelo INSS.',
    'INSS',
  ],
  ['Segurado', null, 'Pessoa que contribui para a previdência e tem direito aos benefícios.', 'contribuinte,servidor'],
  ['Dependente', null, 'Pessoa da família que pode receber pensão quando o segurado morre.'],
  ['Pensão por morte', null, 'Benefício pago aos dependentes do servidor ou do aposentado que morreu.', 'pensão'],
  ['Aposentadoria voluntária', null, 'Aposentadoria pedida pelo servidor que já cumpriu as exigências da lei.', 'aposentadoria por tempo'],
  ['Aposentadoria compulsória', null, 'Aposentadoria obrigatória quando o servidor chega à idade limite.'],
  [
    'Aposentadoria por incapacidade permanente',
    null,
    'Aposentadoria de quem não pode mais trabalhar por motivo de saúde, depois de perícia.',
    'invalidez',
  ],
  ['Proventos', null, 'O valor que o aposentado recebe todo mês.', 'salário do aposentado,benefício'],
  ['Contracheque', null, 'Documento que mostra o que a pessoa recebe e o que é descontado no mês.', 'holerite,folha'],
  ['Prova de vida', null, 'Confirmação anual de que o aposentado ou pensionista está vivo.', 'recadastramento,fé de vida'],
  ['Censo previdenciário', null, 'Atualização dos dados de todas as pessoas ligadas ao regime.', 'recadastramento'],
  [
    'Certidão de tempo de contribuição',
    'CTC',
    'Documento que permite levar o tempo de um regime de previdência para outro.',
    'tempo averbado',
  ],
  ['Averbação', null, 'Registro, no cadastro do servidor, do tempo que ele contribuiu em outro lugar.'],
  ['Abono de permanência', null, 'Valor pago a quem já pode se aposentar e decide continuar trabalhando.'],
  ['Compensação previdenciária', null, 'Acerto de contas entre regimes, quando a pessoa contribuiu para mais de um.', 'comprev'],
  [
    'Avaliação atuarial',
    null,
    'Estudo anual que calcula se haverá dinheiro para pagar os benefícios de hoje e do futuro.',
    'cálculo atuarial',
  ],
  ['Equilíbrio atuarial', null, 'Situação em que o dinheiro guardado e as contribuições bastam para pagar os compromissos.'],
  ['Meta atuarial', null, 'Rendimento mínimo que as aplicações precisam ter, segundo a avaliação atuarial.', 'meta de rentabilidade'],
  ['Plano de amortização', null, 'Pagamentos feitos aos poucos para cobrir a diferença entre o que há e o que falta.'],
  ['Política de Investimentos', null, 'Regras que dizem, a cada ano, onde e até quanto o dinheiro da previdência pode ser aplicado.'],
  [
    'Autorização de Aplicação e Resgate',
    'APR',
    'Formulário que registra cada aplicação ou retirada de dinheiro, com o motivo e os responsáveis.',
  ],
  ['Credenciamento', null, 'Exame prévio dos bancos e gestoras que podem receber dinheiro do instituto.'],
  [
    'Demonstrativo das Aplicações e Investimentos dos Recursos',
    'DAIR',
    'Relatório mensal, enviado ao Ministério da Previdência Social, com todos os investimentos.',
  ],
  [
    'Demonstrativo da Política de Investimentos',
    'DPIN',
    'Resumo da política de investimentos, enviado uma vez por ano ao Ministério da Previdência Social.',
  ],
  ['Demonstrativo de Informações Previdenciárias e Repasses', 'DIPR', 'Relatório, a cada dois meses, das contribuições devidas e pagas.'],
  ['Demonstrativo de Resultados da Avaliação Atuarial', 'DRAA', 'Resumo oficial da avaliação atuarial, enviado uma vez por ano.'],
  [
    'Demonstrativo Consolidado de Parcelamento',
    'DCP',
    'Documento que reúne os débitos do Município que estão sendo pagos em parcelas.',
    'parcelamento',
  ],
  ['Certificado de Regularidade Previdenciária', 'CRP', 'Certificado de que o Município cumpre as regras da previdência dos servidores.'],
  [
    'Pró-Gestão RPPS',
    null,
    'Programa voluntário que certifica, em quatro níveis, a boa gestão dos institutos.',
    'certificação institucional',
  ],
  [
    'Serviço de Informação ao Cidadão',
    'SIC',
    'Canal para pedir informações públicas. Não é preciso dizer o motivo.',
    'e-SIC,acesso à informação',
  ],
  ['Ouvidoria', null, 'Canal para reclamar, denunciar, sugerir, elogiar ou pedir uma solução.'],
  ['Encarregado de dados pessoais', null, 'Pessoa que responde às dúvidas sobre o uso dos seus dados.', 'DPO,LGPD'],
  ['Ementa', null, 'Resumo oficial do que um ato ou uma lei trata.'],
];

/** Words of the pension world in plain language; synonyms help the search. */
export function glossario(): readonly Linha[] {
  return TERMOS.map(([termo, sigla, definicao, sinonimos], index) => ({
    id: index + 1,
    termo,
    sigla,
    definicao,
    fonte_url: null,
    sinonimos: sinonimos === undefined ? [] : sinonimos.split(','),
  }));
}
