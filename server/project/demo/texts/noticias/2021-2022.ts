import type { NoticiaDemo } from '../noticias.ts';

export const NOTICIAS_2021_2022: readonly NoticiaDemo[] = [
  {
    em: '2021-01-11',
    categoria: 'Institucional',
    chapeu: 'Posse',
    imagem: 'sede',
    tags: 'diretoria,posse',
    titulo: 'Nova diretoria toma posse com mandato de quatro anos',
    resumo: 'Josué Pantoja Garcez assume a presidência do instituto.',
    corpo: `A diretoria nomeada para o período de 2021 a 2024 tomou posse em 4 de janeiro, em cerimônia sem público. Josué Pantoja Garcez assume a presidência; Helena Castanho Vilhena, a área administrativa e financeira; Arnaldo Vilhena Maués continua na de benefícios.
      No discurso, o presidente disse que quer um instituto em que a pessoa entenda o que está escrito. “Carta que precisa de tradutor é carta malfeita”, afirmou.
      Os conselhos também foram renovados. A composição completa está na página de cada colegiado.`,
  },
  {
    em: '2021-04-19',
    categoria: 'Educação previdenciária',
    chapeu: 'Cartilha',
    imagem: 'livros',
    tags: 'cartilha,educação',
    titulo: 'Cartilha explica a previdência em vinte perguntas',
    resumo: 'Texto tem letra grande, frases curtas e versão em áudio.',
    corpo: `O que é regime próprio? Quem paga a minha aposentadoria? O que acontece se eu mudar de emprego? Essas e outras dezessete perguntas estão na cartilha lançada neste mês.
      O texto foi testado com um grupo de servidores da limpeza e da merenda. Tudo o que eles não entenderam foi reescrito.
      A cartilha está nos postos e pode ser pedida por e-mail. Há uma versão em áudio, para ouvir no celular.`,
  },
  {
    em: '2021-06-28',
    categoria: 'Conselhos',
    chapeu: 'Eleição',
    imagem: 'dialogo',
    tags: 'conselho,eleição',
    titulo: 'Aposentados escolhem representante no conselho',
    resumo: 'Dalva Moraes Aleixo foi a mais votada.',
    corpo: `A professora aposentada Dalva Moraes Aleixo foi eleita para representar os aposentados e pensionistas no Conselho de Previdência. A votação foi feita nos postos, com horário marcado e distância entre as pessoas.
      Dalva deu aulas por 27 anos na rede municipal. Ela diz que aceitou a tarefa porque “quem recebe também precisa vigiar”.
      As reuniões do conselho são mensais e abertas ao público.`,
  },
  {
    em: '2021-11-16',
    categoria: 'Atendimento',
    chapeu: 'Reabertura',
    imagem: 'posto',
    tags: 'atendimento,postos',
    titulo: 'Postos reabrem com piso novo e balcão mais baixo',
    resumo: 'As obras feitas durante o fechamento melhoraram o acesso de quem usa cadeira de rodas.',
    corpo: `O atendimento presencial voltou em 8 de novembro nos três postos. Não é preciso marcar hora.
      Enquanto as portas estavam fechadas, os prédios ganharam piso tátil, balcão mais baixo e banheiro adaptado. O Posto Beira-Rio recebeu uma rampa que chega até o trapiche.
      ## Horários
      | Posto | Dias | Horário |
      | Central de Atendimento | Segunda a sexta | 7h30 às 16h30 |
      | Beira-Rio | Segunda a sexta | 8h às 13h |
      | Novo Horizonte | Quinta-feira | 8h às 14h |`,
  },
  {
    em: '2021-12-06',
    categoria: 'Institucional',
    chapeu: 'Previdência complementar',
    imagem: 'carteira',
    tags: 'previdência complementar',
    titulo: 'Entenda o novo regime de previdência complementar',
    resumo: 'A regra vale para quem entrar no serviço público daqui para a frente.',
    corpo: `A lei municipal que cria o regime de previdência complementar foi publicada em outubro. Quem já é servidor não perde nada: só entra se quiser.
      ## Para quem entra agora
      O benefício pago pelo instituto terá um teto. Quem ganha acima dele pode contribuir para um plano complementar, e o Município contribui junto.
      ## Para quem já está
      A adesão é livre. Antes de decidir, peça uma simulação. A conta depende da idade e do salário de cada um.
      As palestras nas secretarias começam em janeiro.`,
  },
  {
    em: '2022-01-31',
    categoria: 'Investimentos',
    chapeu: 'Regras',
    imagem: 'documento',
    tags: 'investimentos,normas',
    titulo: 'Política de Investimentos se adapta à norma federal',
    resumo: 'A carteira já respeitava os novos limites.',
    corpo: `A Política de Investimentos de 2022 segue a Resolução CMN nº 4.963/2021, que mudou os limites de aplicação dos institutos de previdência.
      O comitê comparou a carteira com a norma, item por item. Nada precisou ser vendido às pressas.
      Uma novidade da política é o quadro de uma página, que mostra, em linguagem simples, quanto pode ir para cada tipo de investimento. O documento está na lista da [Política de Investimentos](/lai/documentos/politicaDeInvestimento).`,
  },
  {
    em: '2022-04-18',
    categoria: 'Benefícios',
    chapeu: 'Prova de vida',
    imagem: 'celular',
    tags: 'prova de vida,celular',
    titulo: 'Prova de vida agora pode ser feita pelo celular',
    resumo: 'Quem faz aniversário de janeiro a março tem até junho.',
    destaque: true,
    corpo: `Desde 11 de abril, aposentados e pensionistas podem fazer a prova de vida com a câmera do celular. Leva cerca de três minutos.
      ## Prazo
      A prova de vida é feita uma vez por ano, no mês do aniversário. Como o serviço começou em abril, quem nasceu de janeiro a março tem prazo até 30 de junho.
      ## E quem não tem celular?
      Continua tudo como antes: em um posto, com documento, ou em casa, com visita marcada por telefone.
      Leia o passo a passo na página da [prova de vida](/paginas/prova-de-vida).`,
  },
  {
    em: '2022-06-20',
    categoria: 'Transparência',
    chapeu: 'Contas',
    imagem: 'balanca',
    tags: 'contas,tribunal',
    titulo: 'Tribunal de Contas aprova as contas de 2020 com uma ressalva',
    resumo: 'Um demonstrativo foi enviado fora do prazo; o instituto mudou o controle.',
    corpo: `O Tribunal de Contas dos Municípios aprovou as contas de 2020 do instituto. A decisão traz uma ressalva: um demonstrativo chegou com atraso, no período em que a equipe passou a trabalhar de casa.
      Para que não se repita, o instituto criou um calendário de obrigações, com dois responsáveis por prazo e aviso dez dias antes.
      A íntegra da decisão está em [pareceres do TCM](/lai/documentos/parecer_tcm).`,
  },
  {
    em: '2022-08-15',
    categoria: 'Atendimento',
    chapeu: 'Comunidades',
    imagem: 'igarape',
    tags: 'ribeirinhos,atendimento',
    titulo: 'Equipe atende de barco quem mora longe',
    resumo: 'Em três dias, setenta pessoas resolveram pendências sem viajar até a cidade.',
    corpo: `Com um computador portátil, uma impressora e a câmera da prova de vida, a equipe de atendimento percorreu cinco comunidades ribeirinhas em agosto.
      Foram feitas provas de vida, atualizações de cadastro e dois pedidos de pensão. Dona Lourdes, pensionista há nove anos, não precisou pegar o barco de madrugada. “Dessa vez, o instituto é que veio”, disse.
      ! rio: O barco sai do trapiche do Posto Beira-Rio.
      A próxima viagem será em fevereiro. As datas saem nos [comunicados](/informacoes/comunicados).`,
  },
  {
    em: '2022-10-24',
    categoria: 'Transparência',
    chapeu: 'Audiência pública',
    imagem: 'dialogo',
    tags: 'audiência,participação',
    titulo: 'Audiência pública recebe trinta perguntas da população',
    resumo: 'Investimentos e tempo de análise dos pedidos foram os temas mais citados.',
    corpo: `A audiência pública de 14 de outubro encheu o plenário da Câmara. A diretoria mostrou as contas, os investimentos e a avaliação atuarial em uma hora. A outra hora foi de perguntas.
      ## O que as pessoas perguntaram
      - Por que a carteira ficou abaixo da meta em alguns meses?
      - Quanto tempo falta para o meu processo?
      - O instituto pode ficar sem dinheiro?
      Todas as perguntas foram respondidas na hora ou por escrito, em até dez dias.`,
  },
  {
    em: '2022-12-19',
    categoria: 'Conselhos',
    chapeu: 'Investimentos',
    imagem: 'reuniao',
    tags: 'conselho,política',
    titulo: 'Conselho aprova a Política de Investimentos de 2023',
    resumo: 'A parte em títulos públicos federais vai crescer.',
    corpo: `Por unanimidade, o Conselho de Previdência aprovou a Política de Investimentos do próximo ano. A principal mudança é o aumento da parte em títulos públicos federais, comprados para vencer quando houver benefícios a pagar.
      Essa estratégia se chama casamento entre ativos e compromissos. Ela reduz o risco de vender um papel na hora errada.
      O texto completo foi publicado na área de [investimentos](/lai/documentos/politicaDeInvestimento).`,
  },
];
