import type { NoticiaDemo } from '../noticias.ts';

export const NOTICIAS_2023: readonly NoticiaDemo[] = [
  {
    em: '2023-01-30',
    categoria: 'Transparência',
    chapeu: 'Processos',
    imagem: 'grafico',
    tags: 'transparência,processos',
    titulo: 'Site passa a mostrar em que etapa estão os pedidos',
    resumo: 'A relação mensal traz quantidades, sem nomes.',
    corpo: `Quantos pedidos de aposentadoria estão em análise? Em que etapa? A partir deste mês, a resposta está no site, em [processos em tramitação](/lai/documentos/relacaoProcessosTramitacao).
      A lista traz só quantidades. Os nomes ficam protegidos, porque o andamento de um pedido interessa à pessoa, e não ao público.
      Quem quer saber do próprio processo continua sendo atendido nos postos e por telefone.`,
  },
  {
    em: '2023-03-27',
    categoria: 'Institucional',
    chapeu: 'Atuária',
    imagem: 'livros',
    tags: 'atuária,avaliação',
    titulo: 'Avaliação atuarial em poucas palavras',
    resumo: 'O estudo anual ganhou um resumo de duas páginas, sem palavras difíceis.',
    corpo: `Toda previdência precisa responder a uma pergunta: o dinheiro vai dar? A avaliação atuarial faz essa conta uma vez por ano, com a idade, o salário e o tempo de serviço de cada pessoa.
      ## O que o estudo diz
      Parte dos compromissos já está coberta pelo dinheiro guardado. O restante é pago aos poucos, por um plano de amortização, com contribuições do Município.
      ## O que pode mudar a conta
      - Pessoas vivendo mais.
      - Rendimento menor das aplicações.
      - Cadastro desatualizado.
      O relatório e o resumo estão em [avaliações atuariais](/lai/documentos/avaliacoesAtuariais).`,
  },
  {
    em: '2023-05-22',
    categoria: 'Transparência',
    chapeu: 'Proteção de dados',
    imagem: 'escudo',
    tags: 'LGPD,privacidade',
    titulo: 'Instituto designa encarregado de dados pessoais',
    resumo: 'Renato Seabra Lobato responde às dúvidas sobre o uso dos seus dados.',
    corpo: `Nome, endereço, salário, dependentes: o cadastro do instituto guarda a vida de muita gente. Para cuidar dele, o servidor Renato Seabra Lobato foi designado encarregado pelo tratamento de dados pessoais.
      Ele responde às perguntas dos cidadãos, orienta os servidores e acompanha os contratos com empresas que lidam com dados.
      Uma das primeiras medidas foi esconder parte do CPF em todos os atos publicados. O contato está na página do [encarregado](/paginas/encarregado-lgpd).`,
  },
  {
    em: '2023-06-26',
    categoria: 'Atendimento',
    chapeu: 'Ouvidoria',
    imagem: 'dialogo',
    tags: 'ouvidoria',
    titulo: 'Ouvidoria ganha regimento e equipe própria',
    resumo: 'Toda manifestação terá protocolo e resposta em até 30 dias.',
    corpo: `A servidora Carla Igarapé Moraes assumiu a Ouvidoria, que agora tem regimento aprovado pelo conselho. As regras seguem a Lei nº 13.460/2017.
      ## O que muda
      - Nenhuma manifestação pode ser recusada na entrada.
      - Quem quiser pode não se identificar.
      - A resposta sai em até 30 dias, prorrogáveis uma vez, com justificativa.
      - O relatório anual é publicado por inteiro.
      A Ouvidoria atende na sede, por telefone, por e-mail e [pelo site](/ouvidoria).`,
  },
  {
    em: '2023-08-14',
    categoria: 'Educação previdenciária',
    chapeu: 'Saúde',
    imagem: 'praca',
    tags: 'educação,saúde',
    titulo: 'Servidores da saúde tiram dúvidas no intervalo do plantão',
    resumo: 'Plantão previdenciário passou por nove unidades básicas.',
    corpo: `A equipe de benefícios montou uma mesa no pátio de nove unidades de saúde, na hora da troca de turno. Ninguém precisou faltar ao trabalho.
      Técnicos de enfermagem e agentes de saúde quiseram saber, principalmente, se o tempo de contrato temporário conta. Conta, desde que haja contribuição comprovada por certidão.
      Dos atendimentos saíram 34 pedidos de averbação.`,
  },
  {
    em: '2023-09-18',
    categoria: 'Benefícios',
    chapeu: 'Cadastro',
    imagem: 'documento',
    tags: 'dependentes,cadastro',
    titulo: 'Atualizar dependentes evita demora na pensão',
    resumo: 'Campanha vai até o fim do mês em todas as secretarias.',
    corpo: `Casamentos, separações, nascimentos: a vida muda, e o cadastro nem sempre acompanha. Quando um servidor morre, a família precisa provar o vínculo, e um cadastro antigo atrasa a pensão.
      A campanha deste mês pede que cada servidor confira os dependentes. Basta levar as certidões a um posto ou ao setor de pessoal da secretaria.
      A conferência leva cinco minutos e pode poupar meses.`,
  },
  {
    em: '2023-10-30',
    categoria: 'Investimentos',
    chapeu: 'Carteira',
    imagem: 'carteira',
    tags: 'investimentos,credenciamento',
    titulo: 'Como um banco é autorizado a receber dinheiro do instituto',
    resumo: 'O credenciamento examina história, regularidade e qualidade da gestão.',
    corpo: `Antes de aplicar um real em uma instituição financeira, o instituto faz o credenciamento. É um exame que vale por dois anos e não obriga a aplicar.
      ## O que é examinado
      1. O registro nos órgãos que regulam o mercado.
      2. A história da instituição e de quem a dirige.
      3. O tamanho e a qualidade da gestão.
      4. As certidões fiscais.
      Os termos assinados estão na lista de [credenciamento](/lai/documentos/credenciamentoInstituicaoFinanceira).`,
  },
  {
    em: '2023-12-11',
    categoria: 'Conselhos',
    chapeu: 'Lei',
    imagem: 'reuniao',
    tags: 'conselhos,lei',
    titulo: 'Nova lei define mandato e certificação dos conselheiros',
    resumo: 'Mandatos serão de quatro anos, com uma recondução.',
    corpo: `A lei municipal publicada em 5 de dezembro organiza a composição dos conselhos. Ela diz quantas cadeiras cabem ao Município, aos servidores ativos e aos aposentados e pensionistas.
      Os membros precisarão de certificação profissional. Quem já está no cargo tem prazo para fazer o curso e a prova.
      A escolha dos representantes será por voto direto. O decreto que regulamenta a eleição sai no começo do ano.`,
  },
];
