import type { NoticiaDemo } from '../noticias.ts';

export const NOTICIAS_2024: readonly NoticiaDemo[] = [
  {
    em: '2024-01-29',
    categoria: 'Transparência',
    chapeu: 'Dados abertos',
    imagem: 'grafico',
    tags: 'dados abertos,investimentos',
    titulo: 'Carteira de investimentos passa a ter versão em planilha',
    resumo: 'O arquivo CSV pode ser usado por qualquer pessoa.',
    corpo: `O relatório mensal de investimentos agora traz, ao lado do PDF, um arquivo CSV com o valor de cada segmento. É o mesmo dado, em formato que o computador lê.
      Estudantes, jornalistas e conselheiros podem somar, comparar e fazer os próprios gráficos. Não é preciso pedir licença, só indicar a fonte.
      A explicação de cada coluna está na página de [dados abertos](/paginas/dados-abertos).`,
  },
  {
    em: '2024-03-18',
    categoria: 'Transparência',
    chapeu: 'Correção',
    imagem: 'documento',
    tags: 'política,correção',
    titulo: 'Instituto corrige a Política de Investimentos e mantém a versão antiga no ar',
    resumo: 'Um número da tabela de limites estava trocado.',
    corpo: `Na conferência de rotina, o comitê percebeu que o alvo da renda variável estava errado na tabela da Política de Investimentos de 2024. O texto estava certo; a tabela, não.
      A versão corrigida foi aprovada pelo conselho e publicada em 14 de março. A anterior continua no site, marcada como substituída.
      “Apagar seria mais fácil, mas quem leu a primeira versão precisa saber o que mudou”, disse o secretário do comitê.`,
  },
  {
    em: '2024-04-15',
    categoria: 'Atendimento',
    chapeu: 'Acessibilidade',
    imagem: 'posto',
    tags: 'acessibilidade,libras',
    titulo: 'Central de Atendimento passa a atender em Libras',
    resumo: 'O serviço é gratuito e precisa ser marcado com um dia de antecedência.',
    corpo: `Duas servidoras da Central terminaram o curso de Libras e agora atendem pessoas surdas sem intérprete de fora. A hora pode ser marcada por WhatsApp ou e-mail.
      No primeiro mês, onze pessoas usaram o serviço. Seu Raimundo, aposentado da limpeza urbana, resolveu em vinte minutos uma dúvida que carregava havia dois anos.
      As reuniões abertas dos conselhos também terão tradução, quando alguém pedir.`,
  },
  {
    em: '2024-06-10',
    categoria: 'Educação previdenciária',
    chapeu: 'Jovens',
    imagem: 'livros',
    tags: 'escolas,educação',
    titulo: 'Previdência vira assunto de sala de aula',
    resumo: 'Alunos do nono ano calcularam quanto custa uma aposentadoria.',
    corpo: `Quanto é preciso guardar por mês para receber um salário mínimo por vinte anos? A pergunta, feita em uma aula de matemática, rendeu três semanas de trabalho em quatro escolas.
      Com a ajuda da professora Vera Paraense Barbalho, que integra o Comitê de Investimentos, os alunos usaram juros compostos e a tabela de expectativa de vida.
      O melhor cartaz está exposto na entrada da sede.`,
  },
  {
    em: '2024-07-29',
    categoria: 'Conselhos',
    chapeu: 'Eleição',
    imagem: 'dialogo',
    tags: 'conselhos,eleição',
    titulo: 'Servidores e aposentados elegem seus representantes',
    resumo: 'A apuração foi aberta e terminou no mesmo dia.',
    corpo: `A votação de 26 de julho escolheu os representantes que vão tomar posse em janeiro. As urnas ficaram nos três postos e em oito secretarias, das 8h às 17h.
      ## Eleitos para o Conselho de Previdência
      - Raimundo Bentes Quemel, pelos servidores ativos.
      - Dalva Moraes Aleixo, pelos aposentados e pensionistas.
      ## Eleitos para o Conselho Fiscal
      - Mauro Quaresma Pinheiro, pelos servidores ativos.
      - Teresa Amoras Guimarães, pelos aposentados e pensionistas.
      A apuração foi acompanhada por vinte pessoas, e a ata está publicada.`,
  },
  {
    em: '2024-08-26',
    categoria: 'Benefícios',
    chapeu: 'Serviços',
    imagem: 'escritorio',
    tags: 'simulação,servidor',
    titulo: 'Faltam cinco anos? Peça a simulação',
    resumo: 'A conversa dura meia hora, e a conta vai para casa com você.',
    corpo: `Muita gente só procura o instituto na véspera de se aposentar. É tarde: falta certidão, falta tempo, sobra ansiedade.
      A recomendação é pedir a simulação quando faltarem cinco anos. Assim dá tempo de buscar documentos de empregos antigos e de escolher a melhor regra.
      ## Como marcar
      1. Ligue para (91) 3000-0000 ou vá a um posto.
      2. Separe o contracheque e as certidões que tiver.
      3. Na hora marcada, a equipe faz a conta com você.`,
  },
  {
    em: '2024-10-28',
    categoria: 'Transparência',
    chapeu: 'Audiência pública',
    imagem: 'praca',
    tags: 'audiência,participação',
    titulo: 'Audiência pública tem transmissão e perguntas de longe',
    resumo: 'Servidores de comunidades distantes participaram pelo celular.',
    corpo: `Pela primeira vez, a audiência pública do instituto foi transmitida pela internet. Das quarenta e duas perguntas, dezessete vieram de quem assistia de longe.
      A avaliação atuarial foi o assunto que mais tempo tomou. O atuário usou uma caixa-d’água de vidro para explicar: a torneira é a contribuição, o ralo são os benefícios, e o nível precisa se manter.
      O vídeo, com legendas, está disponível, e as respostas por escrito foram publicadas.`,
  },
  {
    em: '2024-11-18',
    categoria: 'Investimentos',
    chapeu: 'Estratégia',
    imagem: 'carteira',
    tags: 'investimentos,títulos',
    titulo: 'Títulos públicos já são cerca de metade da carteira',
    resumo: 'Eles foram comprados para vencer junto com os benefícios.',
    corpo: `Há cinco anos, um quinto da carteira estava em títulos públicos federais. Hoje é cerca de metade.
      A mudança foi feita devagar, compra a compra, depois de um estudo que comparou o calendário dos benefícios com o dos vencimentos. Cada compra tem uma [APR](/lai/documentos/autorizacaoAplicacaoResgate) publicada.
      O resultado é uma carteira que oscila menos e que já tem, separado, o dinheiro de vários anos de folha.`,
  },
  {
    em: '2024-12-16',
    categoria: 'Institucional',
    chapeu: 'Balanço',
    imagem: 'sede',
    tags: 'balanço,gestão',
    titulo: 'Diretoria encerra mandato e presta contas de quatro anos',
    resumo: 'Das vinte metas do período, dezoito foram cumpridas.',
    corpo: `A diretoria que sai em dezembro apresentou ao Conselho de Previdência o balanço do mandato.
      ## Cumprido
      - Digitalização de todos os processos de aposentadoria.
      - Prova de vida pelo celular.
      - Reforma dos três postos, com acessibilidade.
      - Carta de Serviços em linguagem simples.
      ## Não cumprido
      - Concurso para o quadro próprio.
      - Troca do sistema de telefonia.
      As duas metas passam para o plano da próxima gestão.`,
  },
];
