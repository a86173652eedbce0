/** The menus as trees. A target starting with `/` is a route, with `https:` another site, with `@` a page of ours, with `#` a category. */
export interface ItemDeMenuDemo {
  readonly rotulo: string;
  readonly destino?: string;
  readonly descricao?: string;
  readonly icone?: string;
  readonly perfil?: readonly string[];
  readonly secao?: 'atendimento' | 'programas';
  readonly filhos?: readonly ItemDeMenuDemo[];
}

export const MENU_PRINCIPAL: readonly ItemDeMenuDemo[] = [
  { rotulo: 'Início', destino: '/', icone: 'house' },
  {
    rotulo: 'O instituto',
    icone: 'landmark',
    filhos: [
      { rotulo: 'Nossa história', destino: '@historia', descricao: 'Como o instituto nasceu e para que serve.' },
      { rotulo: 'Diretoria Executiva', destino: '/institucional/diretoria-executiva', descricao: 'Quem dirige o instituto no dia a dia.' },
      { rotulo: 'Conselho de Previdência', destino: '/institucional/conselho-previdenciario', descricao: 'Quem decide as diretrizes.' },
      { rotulo: 'Conselho Fiscal', destino: '/institucional/conselho-fiscal', descricao: 'Quem examina as contas.' },
      { rotulo: 'Comitê de Investimentos', destino: '/institucional/comite-investimento', descricao: 'Quem analisa as aplicações.' },
      { rotulo: 'Organograma', destino: '/institucional/organograma', descricao: 'As áreas do instituto e o que cada uma faz.' },
    ],
  },
  {
    rotulo: 'Serviços',
    icone: 'hand-heart',
    filhos: [
      { rotulo: 'Carta de Serviços', destino: '@carta-de-servicos', descricao: 'O que fazemos por você, em quanto tempo e como pedir.' },
      { rotulo: 'Aposentado ou pensionista', destino: '@aposentado-ou-pensionista' },
      { rotulo: 'Servidor ativo', destino: '@servidor-ativo' },
      { rotulo: 'Concessão de benefícios', destino: '@concessao-de-beneficios' },
      { rotulo: 'Prova de vida', destino: '@prova-de-vida' },
      { rotulo: 'Onde estamos', destino: '/informacoes/mapa' },
      { rotulo: 'Perguntas frequentes', destino: '/informacoes/faq' },
    ],
  },
  {
    rotulo: 'Notícias',
    icone: 'newspaper',
    filhos: [
      { rotulo: 'Notícias', destino: '/informacoes/noticias' },
      { rotulo: 'Comunicados', destino: '/informacoes/comunicados' },
    ],
  },
  {
    rotulo: 'Transparência',
    icone: 'search-check',
    filhos: [
      { rotulo: 'Acesso à informação', destino: '/lai', descricao: 'Todos os documentos, por assunto.' },
      { rotulo: 'Menu completo', destino: '/lai/MenuCompleto' },
      { rotulo: 'Pró-Gestão', destino: '/progestao' },
      { rotulo: 'Painel do Pró-Gestão', destino: '/progestao/painel' },
      { rotulo: 'Dados abertos', destino: '@dados-abertos' },
      { rotulo: 'Receitas e despesas', destino: '@receitas-e-despesas' },
    ],
  },
  {
    rotulo: 'Atendimento',
    icone: 'messages-square',
    filhos: [
      { rotulo: 'Fale conosco', destino: '/contato/faleConosco' },
      { rotulo: 'Ouvidoria', destino: '/ouvidoria' },
      { rotulo: 'Serviço de Informação ao Cidadão', destino: '/sic' },
    ],
  },
];

export const MENU_LAI: readonly ItemDeMenuDemo[] = [
  {
    rotulo: 'Serviço de Informação ao Cidadão (SIC)',
    destino: '/sic',
    icone: 'circle-help',
    secao: 'atendimento',
    descricao: 'Peça qualquer informação pública, sem dizer o motivo.',
  },
  {
    rotulo: 'Relatório estatístico do SIC',
    destino: '/sic/RelatorioEstatistica',
    icone: 'chart-column',
    secao: 'atendimento',
    descricao: 'Quantos pedidos chegaram e como foram respondidos.',
  },
  {
    rotulo: 'Ouvidoria',
    destino: '/ouvidoria',
    icone: 'megaphone',
    secao: 'atendimento',
    descricao: 'Reclame, denuncie, sugira ou elogie.',
  },
  {
    rotulo: 'Relatório estatístico da Ouvidoria',
    destino: '/ouvidoria/relatorioEstatistica',
    icone: 'chart-column',
    secao: 'atendimento',
    descricao: 'O que as pessoas disseram e o que mudou.',
  },
  {
    rotulo: 'Perguntas frequentes',
    destino: '/informacoes/faq',
    icone: 'message-circle-question-mark',
    secao: 'atendimento',
    descricao: 'As dúvidas mais comuns, com respostas curtas.',
  },
  {
    rotulo: 'Fale conosco',
    destino: '/contato/faleConosco',
    icone: 'mail',
    secao: 'atendimento',
    descricao: 'Telefones, e-mail, endereços e formulário.',
  },
  {
    rotulo: 'Carta de Serviços',
    destino: '@carta-de-servicos',
    icone: 'clipboard-list',
    secao: 'atendimento',
    descricao: 'Serviços, documentos, prazos e canais.',
  },
  {
    rotulo: 'Pesquisa de satisfação',
    destino: '@pesquisa-de-satisfacao',
    icone: 'smile',
    secao: 'atendimento',
    descricao: 'O que os usuários acharam do atendimento.',
  },
  {
    rotulo: 'Encarregado de dados (LGPD)',
    destino: '@encarregado-lgpd',
    icone: 'shield-check',
    secao: 'atendimento',
    descricao: 'Quem responde pelos seus dados pessoais.',
  },
  {
    rotulo: 'Política de privacidade',
    destino: '@privacidade',
    icone: 'lock',
    secao: 'atendimento',
    descricao: 'Como cuidamos dos seus dados.',
  },
  {
    rotulo: 'Pró-Gestão',
    destino: '/progestao',
    icone: 'award',
    secao: 'programas',
    descricao: 'A certificação de boa gestão do instituto.',
  },
  {
    rotulo: 'Painel do Pró-Gestão',
    destino: '/progestao/painel',
    icone: 'gauge',
    secao: 'programas',
    descricao: 'As 24 ações do programa, com as evidências.',
  },
  {
    rotulo: 'Dados abertos e dicionário',
    destino: '@dados-abertos',
    icone: 'database',
    secao: 'programas',
    descricao: 'Baixe e reutilize os dados do instituto.',
  },
  {
    rotulo: 'Receitas e despesas',
    destino: '@receitas-e-despesas',
    icone: 'wallet',
    secao: 'programas',
    descricao: 'Arrecadação, pagamentos e diárias no portal do Município.',
  },
  {
    rotulo: 'Informações classificadas e desclassificadas',
    destino: '@informacoes-classificadas',
    icone: 'file-lock',
    secao: 'programas',
    descricao: 'Rol anual de informações sob sigilo.',
  },
  {
    rotulo: 'Norma local da Lei de Acesso à Informação',
    destino: '@norma-local-da-lai',
    icone: 'scale',
    secao: 'programas',
    descricao: 'Quem responde, prazos e recursos.',
  },
  {
    rotulo: 'Radar da Transparência',
    destino: 'https://radar.example/prevserena',
    icone: 'radar',
    secao: 'programas',
    descricao: 'Avaliação externa da transparência.',
  },
];

export const MENU_RODAPE: readonly ItemDeMenuDemo[] = [
  {
    rotulo: 'O instituto',
    filhos: [
      { rotulo: 'Nossa história', destino: '@historia' },
      { rotulo: 'Diretoria Executiva', destino: '/institucional/diretoria-executiva' },
      { rotulo: 'Organograma', destino: '/institucional/organograma' },
      { rotulo: 'Onde estamos', destino: '/informacoes/mapa' },
    ],
  },
  {
    rotulo: 'Transparência',
    filhos: [
      { rotulo: 'Acesso à informação', destino: '/lai' },
      { rotulo: 'Menu completo', destino: '/lai/MenuCompleto' },
      { rotulo: 'Licitações', destino: '#publicacaoLicitacao' },
      { rotulo: 'Contratos', destino: '#contratoPublicacao' },
      { rotulo: 'Dados abertos', destino: '@dados-abertos' },
    ],
  },
  {
    rotulo: 'Atendimento',
    filhos: [
      { rotulo: 'Fale conosco', destino: '/contato/faleConosco' },
      { rotulo: 'Ouvidoria', destino: '/ouvidoria' },
      { rotulo: 'SIC', destino: '/sic' },
      { rotulo: 'Perguntas frequentes', destino: '/informacoes/faq' },
    ],
  },
  {
    rotulo: 'Este site',
    filhos: [
      { rotulo: 'Acessibilidade', destino: '@acessibilidade' },
      { rotulo: 'Privacidade', destino: '@privacidade' },
      { rotulo: 'Termos de uso', destino: '@termos-de-uso' },
      { rotulo: 'Encarregado de dados', destino: '@encarregado-lgpd' },
      { rotulo: 'Mapa do site', destino: '@mapa-do-site' },
    ],
  },
];

export const MENU_ACESSO_RAPIDO: readonly ItemDeMenuDemo[] = [
  {
    rotulo: 'Sou aposentado ou pensionista',
    destino: '@aposentado-ou-pensionista',
    icone: 'heart-handshake',
    descricao: 'Contracheque, datas de pagamento e cadastro.',
    perfil: ['aposentado', 'pensionista'],
  },
  {
    rotulo: 'Sou servidor ativo',
    destino: '@servidor-ativo',
    icone: 'briefcase',
    descricao: 'Contribuição, tempo de serviço e simulação.',
    perfil: ['servidor'],
  },
  {
    rotulo: 'Prova de vida',
    destino: '@prova-de-vida',
    icone: 'scan-face',
    descricao: 'Faça no mês do seu aniversário.',
    perfil: ['aposentado', 'pensionista'],
  },
  {
    rotulo: 'Transparência',
    destino: '/lai',
    icone: 'search-check',
    descricao: 'Contas, contratos, atas e investimentos.',
    perfil: ['cidadao'],
  },
  {
    rotulo: 'Fale conosco e Ouvidoria',
    destino: '/contato/faleConosco',
    icone: 'messages-square',
    descricao: 'Tire dúvidas, reclame ou elogie.',
    perfil: ['cidadao'],
  },
];
