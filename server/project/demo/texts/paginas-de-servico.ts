import type { PaginaDemo } from './paginas.ts';

export const PAGINAS_DE_SERVICO: readonly PaginaDemo[] = [
  {
    slug: 'carta-de-servicos',
    titulo: 'Carta de Serviços',
    tituloHtml: 'Carta de <strong>Serviços</strong>',
    tamanho: 'grande',
    resumo: 'O que o instituto faz por você, o que é preciso levar e em quanto tempo sai a resposta.',
    categoria: 'servicos',
    imagem: 'posto',
    unidade: 7,
    revisado: '2026-06-15',
    corpo: `Esta carta reúne os serviços do instituto. Ela é um compromisso: se um prazo não for cumprido, reclame na [Ouvidoria](/ouvidoria). A carta segue a Lei nº 13.460/2017.
      ## Prazos dos serviços mais pedidos
      | Serviço | Prazo máximo | Onde pedir |
      | Aposentadoria | 60 dias | Postos de atendimento |
      | Pensão por morte | 45 dias | Postos de atendimento |
      | Revisão do benefício | 60 dias | Postos de atendimento |
      | Certidão de tempo de contribuição | 30 dias | Postos de atendimento |
      | Segunda via do contracheque | Na hora | Postos ou e-mail |
      | Visita em casa | 15 dias | Telefone (91) 3000-0000 |
      | Pedido de informação | 20 dias, prorrogáveis por 10 | [SIC](/sic) |
      ## Como atendemos
      - Pessoas com deficiência, idosos, gestantes e pessoas com criança de colo são atendidos primeiro.
      - Todos os serviços são gratuitos.
      - Não pedimos documento que já está no nosso cadastro.
      - A linguagem é simples. Se você não entender, pergunte de novo.
      ## O que esperamos de você
      - Mantenha o endereço e o telefone atualizados.
      - Guarde o número do processo.
      - Conte à [Ouvidoria](/ouvidoria) o que deu certo e o que deu errado.`,
  },
  {
    slug: 'concessao-de-beneficios',
    titulo: 'Concessão de benefícios',
    tituloHtml: 'Concessão de <span>benefícios</span>',
    tamanho: 'medio',
    resumo: 'Como pedir aposentadoria ou pensão, passo a passo.',
    categoria: 'servicos',
    imagem: 'documento',
    unidade: 3,
    revisado: '2026-05-20',
    corpo: `O caminho é o mesmo para aposentadoria e pensão: você entrega os documentos, a equipe analisa, o ato é publicado e o Tribunal de Contas dos Municípios confere.
      ## Passo a passo
      1. Vá a um posto com os documentos. A conferência é feita na hora.
      2. Receba o número do processo.
      3. A equipe confere o tempo de contribuição e calcula o valor.
      4. Você vê a conta e tira dúvidas antes de assinar.
      5. A portaria é publicada, e o pagamento começa no mês seguinte.
      6. O processo vai para o Tribunal, que registra o ato. Você continua recebendo nesse período.
      ## Documentos
      - Documento com foto e CPF.
      - Comprovante de residência.
      - Certidão de casamento, união estável ou nascimento.
      - Certidão de tempo de contribuição de outros regimes, se houver.
      - Para pensão: certidão de óbito e prova do vínculo.
      ## Onde acompanhar
      A quantidade de processos em cada etapa sai todo mês na lista de [processos em tramitação](/lai/documentos/relacaoProcessosTramitacao). As portarias estão em [portarias de aposentadoria](/lai/documentos/portaria_aposentados). O seu processo você consulta nos postos ou por telefone.`,
  },
  {
    slug: 'prova-de-vida',
    titulo: 'Prova de vida',
    tituloHtml: '<strong>Prova de vida</strong>',
    tamanho: 'grande',
    resumo: 'Faça uma vez por ano, no mês do aniversário: pelo celular, em um posto ou em casa.',
    categoria: 'servicos',
    imagem: 'celular',
    unidade: 7,
    revisado: '2026-07-06',
    corpo: `A prova de vida protege o seu benefício e evita pagamentos indevidos. Aposentados e pensionistas fazem **uma vez por ano, no mês do aniversário**.
      ## Pelo celular
      1. Abra a página da prova de vida com a câmera liberada.
      2. Informe a matrícula.
      3. Olhe para a câmera e siga as instruções.
      4. Guarde o comprovante.
      ## Em um posto
      Leve só um documento com foto. Não é preciso marcar hora. Veja os endereços no [mapa das unidades](/informacoes/mapa).
      ## Em casa
      Quem não pode sair pede visita pelo telefone [(91) 3000-0000](tel:+559130000000). A equipe usa crachá e nunca pede senha nem dinheiro.
      ## E se eu perder o prazo?
      Você recebe um aviso e tem mais 30 dias. Só depois disso o pagamento pode ser suspenso, e ele volta, com os atrasados, assim que a prova de vida for feita.`,
  },
  {
    slug: 'aposentado-ou-pensionista',
    titulo: 'Para aposentados e pensionistas',
    tituloHtml: 'Para <span>aposentados e pensionistas</span>',
    tamanho: 'medio',
    resumo: 'Pagamento, contracheque, prova de vida, descontos e contatos em um só lugar.',
    categoria: 'servicos',
    imagem: 'praca',
    unidade: 7,
    revisado: '2026-08-03',
    corpo: `## Quando eu recebo
      No último dia útil de cada mês. A primeira parte do 13º sai em junho, e a segunda, em dezembro.
      ## O que você pode resolver
      - [Prova de vida](/paginas/prova-de-vida), no mês do aniversário.
      - Segunda via do contracheque, nos postos ou por e-mail.
      - Mudança de banco, endereço ou telefone.
      - Informe para o imposto de renda, em fevereiro.
      - Descontos que você não reconhece.
      ## Fale com a gente
      Ligue para [(91) 3000-0000](tel:+559130000000), de segunda a sexta, das 7h30 às 16h30, ou vá a um [posto](/informacoes/mapa).
      ## Cuidado com golpes
      O instituto não cobra taxa, não pede senha e não oferece empréstimo. Na dúvida, desligue e ligue para nós.`,
  },
  {
    slug: 'servidor-ativo',
    titulo: 'Para servidores ativos',
    tituloHtml: 'Para <span>servidores ativos</span>',
    tamanho: null,
    resumo: 'Contribuição, tempo de serviço, simulação e preparação para a aposentadoria.',
    categoria: 'servicos',
    imagem: 'escritorio',
    unidade: 10,
    revisado: '2026-04-27',
    corpo: `## A sua contribuição
      Ela é descontada todo mês na folha, e o Município também contribui. Os valores recebidos aparecem no [DIPR](/lai/documentos/dipr).
      ## O que fazer ao longo da carreira
      - Traga a certidão de tempo de contribuição de empregos anteriores assim que puder.
      - Mantenha os dependentes atualizados.
      - Peça uma simulação quando faltarem cinco anos.
      ## Simulação
      Marque pelo telefone (91) 3000-0000. A conversa dura cerca de 30 minutos, e você leva a conta impressa.
      ## Previdência complementar
      Quem entrou no serviço público depois da lei municipal que criou o regime complementar pode aderir a ele. A adesão é livre.`,
  },
];
