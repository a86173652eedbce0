import type { NoticiaDemo } from '../noticias.ts';

export const NOTICIAS_2025: readonly NoticiaDemo[] = [
  {
    em: '2025-01-06',
    categoria: 'Institucional',
    chapeu: 'Posse',
    imagem: 'sede',
    tags: 'diretoria,posse',
    titulo: 'Helena Castanho Vilhena assume a presidência do instituto',
    resumo: 'Diretoria e conselheiros têm mandato até o fim de 2028.',
    corpo: `Contadora e servidora efetiva há 27 anos, Helena Castanho Vilhena tomou posse como Diretora-Presidente em 2 de janeiro. Ela já conhecia a casa: cuidou da área administrativa e financeira no mandato anterior.
      ## A nova diretoria
      - Otávio Lameira Pantoja, Administrativo-Financeiro.
      - Marinete Alfaia Teles, Benefícios.
      - Caio Figueiró Sarmento, Investimentos.
      A presidente anunciou três prioridades: certificação Pró-Gestão, censo e linguagem simples. A composição completa está na página da [Diretoria Executiva](/institucional/diretoria-executiva).`,
  },
  {
    em: '2025-02-24',
    categoria: 'Transparência',
    chapeu: 'Relatórios',
    imagem: 'dialogo',
    tags: 'ouvidoria,SIC,relatório',
    titulo: 'Ouvidoria e SIC publicam os relatórios do ano',
    resumo: 'Os textos dizem o que as pessoas reclamaram e o que mudou.',
    corpo: `Os relatórios anuais da Ouvidoria e do Serviço de Informação ao Cidadão estão no site, na lista de [prestação de contas](/lai/documentos/prestacaoDeContas).
      O da Ouvidoria traz as quatro partes que a Lei nº 13.460/2017 pede: quantidade, motivos, pontos que se repetem e medidas tomadas.
      Uma medida já está em prática: as cartas de exigência de documentos agora dizem, na primeira linha, o que falta e até quando.`,
  },
  {
    em: '2025-03-31',
    categoria: 'Educação previdenciária',
    chapeu: 'Mulheres',
    imagem: 'praca',
    tags: 'mulheres,educação',
    titulo: 'Roda de conversa discute a aposentadoria das mulheres',
    resumo: 'Carreira interrompida e cuidado com a família foram os temas.',
    corpo: `Sessenta servidoras se reuniram na praça central, em 28 de março, para falar de carreira, filhos, pais idosos e aposentadoria.
      A advogada e diretora Marinete Alfaia Teles explicou como licenças e mudanças de cargo aparecem no tempo de contribuição. “A maioria descobre tarde que falta um papel”, disse.
      No fim, quem quis já saiu com a simulação marcada.`,
  },
  {
    em: '2025-05-19',
    categoria: 'Institucional',
    chapeu: 'Pró-Gestão',
    imagem: 'documento',
    tags: 'pró-gestão,certificação',
    titulo: 'Instituto decide buscar a certificação Pró-Gestão nível II',
    resumo: 'O conselho aprovou a adesão em reunião extraordinária.',
    corpo: `O Pró-Gestão RPPS é um programa voluntário que avalia, de fora, como o instituto trabalha. São 24 ações em três dimensões: controles internos, governança e educação previdenciária.
      ## Por que o nível II
      O instituto já teve o nível I. O nível II pede vinte ações cumpridas, entre elas ter ouvidor designado e manter os conselhos em funcionamento regular.
      ## O que falta
      - Terminar os manuais de concessão.
      - Certificar mais três conselheiros.
      - Publicar tudo o que o programa pede em um só lugar.
      O andamento pode ser visto no [painel](/progestao/painel).`,
  },
  {
    em: '2025-06-16',
    categoria: 'Benefícios',
    chapeu: 'Pagamento',
    imagem: 'calendario',
    tags: 'pagamento,13º',
    titulo: 'Primeira parte do 13º é paga em 27 de junho',
    resumo: 'Aposentados e pensionistas recebem metade do valor, sem descontos.',
    corpo: `A primeira parte do 13º de aposentados e pensionistas será depositada em 27 de junho, junto com o benefício do mês.
      Não há desconto nessa parte. O imposto e os outros descontos aparecem na segunda, em dezembro.
      Quem começou a receber neste ano tem o valor calculado pelos meses de benefício. O contracheque fica disponível em 24 de junho.`,
  },
  {
    em: '2025-07-21',
    categoria: 'Atendimento',
    chapeu: 'Novo horário',
    imagem: 'mapa',
    tags: 'postos,atendimento',
    titulo: 'Posto Novo Horizonte passa a abrir dois dias por semana',
    resumo: 'Mudança foi pedida na pesquisa de satisfação.',
    corpo: `A partir de agosto, o Posto Novo Horizonte atende às terças e quintas, das 8h às 14h. Antes, abria só às quintas.
      O pedido apareceu em uma de cada quatro respostas da pesquisa de satisfação dos bairros da zona norte. Para tornar isso possível, a equipe da Central passou a fazer rodízio.
      Os endereços e os recursos de acessibilidade de cada posto estão no [mapa das unidades](/informacoes/mapa).`,
  },
  {
    em: '2025-08-25',
    categoria: 'Transparência',
    chapeu: 'Linguagem simples',
    imagem: 'escritorio',
    tags: 'linguagem simples,cartas',
    titulo: 'Cartas do instituto são reescritas com a ajuda de quem as recebe',
    resumo: 'Aposentados marcaram de vermelho tudo o que não entenderam.',
    corpo: `“Fica Vossa Senhoria notificada a comparecer munida da documentação comprobatória.” A frase saiu de circulação. No lugar, entrou: “Traga estes documentos até o dia 10.”
      Doze aposentados leram as cartas do instituto e riscaram o que não entenderam. Em três encontros, quinze modelos foram refeitos.
      ## Como ficaram
      | Antes | Agora |
      | Indeferido por insuficiência documental | Faltam estes documentos |
      | Comparecer perante este órgão | Vir ao posto |
      | No prazo improrrogável de | Até o dia |`,
  },
  {
    em: '2025-09-15',
    categoria: 'Atendimento',
    chapeu: 'Obras',
    imagem: 'posto',
    tags: 'acessibilidade,obras',
    titulo: 'Sede tem nova rampa e elevador com voz',
    resumo: 'A entrada principal foi reaberta depois de uma semana de obra.',
    corpo: `A rampa antiga era íngreme demais. A nova segue a inclinação recomendada, tem corrimão dos dois lados e piso que avisa onde começa e onde termina.
      O elevador agora fala o andar e tem botões em braile. Na recepção, uma cadeira de rodas fica à disposição.
      A obra foi contratada por licitação, e os documentos estão na área de [licitações](/lai/documentos/publicacaoLicitacao).`,
  },
  {
    em: '2025-10-20',
    categoria: 'Conselhos',
    chapeu: 'Certificação',
    imagem: 'livros',
    tags: 'certificação,conselheiros',
    titulo: 'Mais cinco conselheiros conquistam a certificação',
    resumo: 'A maioria dos titulares já tem o documento em dia.',
    corpo: `Depois de quatro meses de estudo, cinco conselheiros passaram na prova de certificação profissional. Com isso, todos os titulares do Conselho de Previdência e do Conselho Fiscal estão certificados.
      A validade da certificação de cada membro aparece na página do colegiado. Quando falta pouco para vencer, a pessoa é inscrita no próximo curso.
      Nem todos os suplentes terminaram. As próximas provas são em março.`,
  },
  {
    em: '2025-11-24',
    categoria: 'Institucional',
    chapeu: 'Nova lei',
    imagem: 'dialogo',
    tags: 'linguagem simples,lei',
    titulo: 'Lei da Linguagem Simples entra em vigor em todo o país',
    resumo: 'O instituto já seguia boa parte das regras.',
    corpo: `Está em vigor, desde 17 de novembro, a Lei nº 15.263/2025. Ela pede que os órgãos públicos escrevam com frases curtas, ordem direta e palavras comuns.
      ## O que isso quer dizer na prática
      - O mais importante vem primeiro.
      - Cada parágrafo traz uma ideia.
      - Termos técnicos são explicados.
      - Palavras estrangeiras ficam de fora quando há outra em português.
      Se encontrar no site um texto difícil, avise a [Ouvidoria](/ouvidoria). A equipe reescreve e agradece.`,
  },
  {
    em: '2025-12-15',
    categoria: 'Investimentos',
    chapeu: 'Regras',
    imagem: 'grafico',
    tags: 'investimentos,normas',
    titulo: 'Nova norma de investimentos valoriza institutos certificados',
    resumo: 'Sem o nível II do Pró-Gestão, só será possível aplicar em títulos públicos federais.',
    corpo: `A Resolução CMN nº 5.272/2025 começa a valer em 2 de fevereiro de 2026 e substitui a norma anterior. Ela liga a liberdade de investir à qualidade da gestão.
      Na prática, o instituto que não tiver pelo menos o nível II do Pró-Gestão só poderá manter títulos públicos federais.
      O comitê preparou a Política de Investimentos de 2026 já com a nova norma. A auditoria da certificação está marcada para o começo do ano.`,
  },
];
