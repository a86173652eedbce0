import type { NoticiaDemo } from '../noticias.ts';

export const NOTICIAS_2019_2020: readonly NoticiaDemo[] = [
  {
    em: '2019-02-18',
    categoria: 'Benefícios',
    chapeu: 'Cadastro',
    imagem: 'cidade',
    tags: 'censo,cadastro',
    titulo: 'Censo previdenciário começa em abril nos três postos',
    resumo: 'Servidores, aposentados e pensionistas vão conferir os dados por ordem alfabética.',
    corpo: `O PREVSERENA faz, de abril a junho, o censo de todas as pessoas ligadas ao regime de previdência. A conferência dura cerca de quinze minutos.
      O cadastro correto serve para duas coisas: evitar demora na hora de pedir um benefício e melhorar a avaliação atuarial, que calcula o dinheiro necessário para o futuro.
      ## O que levar
      - Documento com foto e CPF.
      - Comprovante de residência.
      - Certidões de casamento e de nascimento dos dependentes.
      Quem mora nas comunidades ribeirinhas será atendido no Posto Beira-Rio, às quartas-feiras, no horário do barco.`,
  },
  {
    em: '2019-05-27',
    categoria: 'Educação previdenciária',
    chapeu: 'Nas escolas',
    imagem: 'livros',
    tags: 'educação,escolas',
    titulo: 'Professores aprendem a ler o próprio contracheque',
    resumo: 'Oficina passou por seis escolas da rede municipal.',
    corpo: `Quase duzentos professores participaram, em maio, da oficina “Entenda o seu contracheque”. A equipe de benefícios foi às escolas no horário do planejamento, para não atrapalhar as aulas.
      A dúvida mais comum foi sobre a diferença entre o desconto da previdência e o do imposto de renda. Cada participante levou o próprio contracheque e saiu com um resumo das contas.
      A próxima rodada será nos postos de saúde. A chefia de cada unidade pode pedir a visita pelo telefone (91) 3000-0000.`,
  },
  {
    em: '2019-09-30',
    categoria: 'Investimentos',
    chapeu: 'Governança',
    imagem: 'reuniao',
    tags: 'comitê,investimentos',
    titulo: 'Lei cria o Comitê de Investimentos',
    resumo: 'Cinco membros vão analisar cada aplicação antes da decisão da diretoria.',
    corpo: `A partir de outubro, nenhuma aplicação do instituto será feita sem o exame do Comitê de Investimentos. A lei municipal que criou o comitê foi publicada em 24 de setembro.
      ## Como vai funcionar
      1. O gestor apresenta a proposta.
      2. O comitê confere os limites e os riscos.
      3. A diretoria autoriza ou não.
      4. O formulário da operação, a APR, é publicado neste site.
      As reuniões são mensais, e as atas ficam na área de [transparência](/lai). O comitê tem servidores do instituto, da Prefeitura e um representante dos segurados.`,
  },
  {
    em: '2019-11-25',
    categoria: 'Conselhos',
    chapeu: 'Contas',
    imagem: 'balanca',
    tags: 'conselho fiscal,contas',
    titulo: 'Conselho Fiscal visita o arquivo e confere processos',
    resumo: 'Conselheiros escolheram quarenta processos por sorteio.',
    corpo: `Os conselheiros fiscais passaram o dia 19 de novembro no arquivo do instituto. Sorteados quarenta processos de aposentadoria e pensão, eles conferiram documentos, cálculos e prazos.
      Em dois processos faltava a assinatura de uma folha. A falha foi corrigida no mesmo dia. Nenhum valor pago estava errado.
      O conselho recomendou a digitalização do acervo. A recomendação entrou no plano de ação do próximo ano.`,
  },
  {
    em: '2020-03-24',
    categoria: 'Atendimento',
    chapeu: 'Emergência de saúde',
    imagem: 'celular',
    tags: 'atendimento,saúde',
    titulo: 'Atendimento passa a ser por telefone e e-mail',
    resumo: 'Postos fecham as portas, mas os pagamentos continuam no dia certo.',
    corpo: `Os três postos estão fechados desde ontem, por causa da emergência de saúde. Os pagamentos de aposentadorias e pensões **não mudam**.
      ## Como falar conosco
      - Telefone: (91) 3000-0000, das 7h30 às 16h30.
      - E-mail: atendimento@prevserena.example.
      Novos pedidos podem ser feitos por e-mail, com fotos dos documentos. Os originais serão conferidos depois.
      A prova de vida está suspensa. Ninguém vai ficar sem receber por causa disso.`,
  },
  {
    em: '2020-06-15',
    categoria: 'Investimentos',
    chapeu: 'Carteira',
    imagem: 'grafico',
    tags: 'investimentos,carteira',
    titulo: 'Depois da queda de março, carteira se recupera aos poucos',
    resumo: 'O comitê explica por que não vendeu as aplicações no pior momento.',
    corpo: `Em março, quase todas as carteiras de investimento do mundo perderam valor. A do instituto também. Nos meses seguintes, parte da perda foi recuperada.
      ## Por que não vender?
      Vender na queda transforma a perda do papel em perda de verdade. O comitê fez uma reunião extraordinária, reviu os limites de risco e decidiu manter os títulos até o vencimento.
      O dinheiro dos pagamentos estava em aplicações de liquidez diária, que quase não oscilaram. Por isso nenhum benefício atrasou.
      Os relatórios de cada mês estão na área de [investimentos](/lai/documentos/relatorioDeInvestimento).`,
  },
  {
    em: '2020-09-08',
    categoria: 'Atendimento',
    chapeu: 'Serviços',
    imagem: 'escritorio',
    tags: 'atendimento,servidor',
    titulo: 'Setor de cadastro responde em dois dias durante o trabalho remoto',
    resumo: 'Mais de mil mensagens foram respondidas desde abril.',
    corpo: `Com os postos fechados, o correio eletrônico virou a porta de entrada do instituto. A equipe se dividiu em turnos para responder a todos em até dois dias úteis.
      Os assuntos mais comuns foram contracheque, mudança de banco e inclusão de dependentes. Dois em cada três pedidos foram resolvidos na primeira resposta.
      A experiência mostrou que muita coisa não precisa de viagem até a sede. O atendimento a distância vai continuar mesmo depois da reabertura.`,
  },
  {
    em: '2020-12-14',
    categoria: 'Institucional',
    chapeu: 'Planejamento',
    imagem: 'calendario',
    tags: 'orçamento,planejamento',
    titulo: 'Conselho aprova orçamento e plano de ação para 2021',
    resumo: 'Digitalização do arquivo e volta do atendimento são as prioridades.',
    corpo: `O Conselho de Previdência aprovou, por videoconferência, o orçamento e o plano de ação de 2021.
      ## Prioridades
      - Digitalizar os processos de aposentadoria.
      - Reabrir os postos com segurança.
      - Criar a prova de vida pelo celular.
      - Preparar o regime de previdência complementar.
      Cada meta tem prazo e responsável. O andamento será apresentado ao conselho a cada dois meses.`,
  },
];
