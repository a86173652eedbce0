import type { PaginaDemo } from './paginas.ts';

export const PAGINAS_DO_SITE: readonly PaginaDemo[] = [
  {
    slug: 'historia',
    titulo: 'Nossa história',
    tituloHtml: 'Nossa <strong>história</strong>',
    tamanho: 'grande',
    resumo: 'De uma sala na Prefeitura, em 2004, a três postos de atendimento.',
    categoria: 'institucional',
    imagem: 'sede',
    unidade: 1,
    revisado: '2026-01-19',
    corpo: `O PREVSERENA nasceu em 2004, em uma sala emprestada da Prefeitura, com quatro servidores e um arquivo de metal. Antes disso, as aposentadorias eram pagas pelo próprio Município.
      ! rio: O rio marca a vida da cidade e das comunidades atendidas pelo instituto.
      ## Linha do tempo
      | Ano | O que aconteceu |
      | 2004 | A lei municipal cria o instituto. |
      | 2012 | O instituto se muda para a sede própria, na Avenida das Castanheiras. |
      | 2019 | É criado o Comitê de Investimentos. |
      | 2021 | Começa o regime de previdência complementar. |
      | 2022 | A prova de vida passa a ser feita no mês do aniversário, também pelo celular. |
      | 2025 | O instituto adere ao programa Pró-Gestão na versão mais recente. |
      | 2026 | O instituto recebe a certificação Pró-Gestão nível II. |
      ## O que fazemos
      Recebemos as contribuições dos servidores e do Município, aplicamos esse dinheiro com segurança e pagamos aposentadorias e pensões. Prestamos contas a dois conselhos, ao Tribunal de Contas dos Municípios e a você.
      ## Onde estamos
      Vila Serena é um município fictício. Este site mostra como um instituto de previdência pode se apresentar ao cidadão.`,
  },
  {
    slug: 'acessibilidade',
    titulo: 'Acessibilidade',
    tituloHtml: '<strong>Acessibilidade</strong>',
    tamanho: 'medio',
    resumo: 'Os recursos deste site e o que fazer se encontrar uma barreira.',
    categoria: 'site',
    unidade: 5,
    revisado: '2026-09-21',
    corpo: `Este site foi feito para que todas as pessoas possam usá-lo, como pede a Lei nº 13.146/2015, art. 63. A referência técnica são os critérios da WCAG 2.2, nível AA, e a norma ABNT NBR 17225:2025.
      ## Atalhos do teclado
      | Atalho | Vai para |
      | Alt + 1 | Conteúdo |
      | Alt + 2 | Menu |
      | Alt + 3 | Busca |
      | Alt + 4 | Rodapé |
      Em alguns navegadores, use também a tecla Shift.
      ## Recursos
      - Contraste alto e tema escuro.
      - Tamanho do texto ajustável.
      - Navegação completa pelo teclado.
      - Documentos com texto que pode ser lido por leitores de tela.
      - Páginas que funcionam sem JavaScript.
      ## Nos prédios
      Cada posto informa rampas, banheiros e atendimento em Libras no [mapa das unidades](/informacoes/mapa).
      ## Encontrou uma barreira?
      Conte à [Ouvidoria](/ouvidoria) o endereço da página e o que aconteceu. A resposta sai em até 30 dias.`,
  },
  {
    slug: 'privacidade',
    titulo: 'Política de privacidade',
    tituloHtml: 'Política de <strong>privacidade</strong>',
    tamanho: 'medio',
    resumo: 'Quais dados usamos, para quê, por quanto tempo e quais são os seus direitos.',
    categoria: 'site',
    imagem: 'escudo',
    unidade: 6,
    revisado: '2026-08-24',
    corpo: `Esta política segue a Lei nº 13.709/2018, a Lei Geral de Proteção de Dados.
      ## Ao visitar o site
      Você não precisa se identificar. O site não usa cookies de propaganda nem de medição. Nenhum outro site recebe seus dados quando você abre uma página. O mapa externo e o tradutor de Libras só são carregados se você pedir.
      ## Ao usar um formulário
      | Formulário | Dados pedidos | Para quê |
      | Fale conosco | Nome e e-mail | Responder a você |
      | Ouvidoria | Nenhum obrigatório | Tratar a manifestação |
      | SIC | Nome e contato | Enviar a informação |
      ## No cadastro de segurados
      Guardamos os dados necessários para conceder e pagar benefícios, como a lei manda. Nos atos publicados aparece o nome da pessoa, e o CPF tem parte dos números escondida.
      ## Seus direitos
      - Saber quais dados temos sobre você.
      - Corrigir o que estiver errado.
      - Saber com quem os dados foram compartilhados.
      Fale com o [encarregado de dados](/paginas/encarregado-lgpd).`,
  },
  {
    slug: 'encarregado-lgpd',
    titulo: 'Encarregado de dados pessoais',
    tituloHtml: 'Encarregado de <span>dados pessoais</span>',
    tamanho: 'pequeno',
    resumo: 'Quem é, o que faz e como falar com o encarregado.',
    categoria: 'site',
    imagem: 'escudo',
    unidade: 6,
    revisado: '2026-08-24',
    corpo: `O encarregado recebe perguntas e reclamações sobre o uso dos seus dados, orienta os servidores e conversa com a autoridade nacional. A Lei nº 13.709/2018, art. 41, § 1º, e a Resolução CD/ANPD nº 18/2024 pedem que o nome e o contato fiquem à vista.
      ## Encarregado
      - Nome: **Renato Seabra Lobato**
      - E-mail: [encarregado@prevserena.example](mailto:encarregado@prevserena.example)
      - Telefone: (91) 3000-0006
      - Endereço: Avenida das Castanheiras, 1200, Centro, Vila Serena – PA
      ## Substituta
      Carla Igarapé Moraes, ouvidora.
      ## Como pedir
      Escreva o seu nome, um contato e o que você quer saber. Não mande fotos de documentos na primeira mensagem: se forem necessários, o encarregado explica como enviar com segurança.`,
  },
  {
    slug: 'termos-de-uso',
    titulo: 'Termos de uso',
    tituloHtml: 'Termos de <span>uso</span>',
    tamanho: 'pequeno',
    resumo: 'O que você pode fazer com o conteúdo deste site.',
    categoria: 'site',
    unidade: 5,
    revisado: '2026-05-04',
    corpo: `## Conteúdo
      Textos, documentos e dados deste site podem ser copiados e reutilizados, com a indicação da fonte. Nomes de pessoas não podem ser usados para envio de propaganda.
      ## Documentos
      O documento assinado é o que vale. Cada arquivo traz um código de conferência (SHA-256), que permite saber se ele foi alterado.
      ## Endereços permanentes
      Um documento publicado não desaparece. Se for substituído ou retirado, a página dele continua e diz o motivo.
      ## Segurança
      Não tente entrar em áreas restritas nem sobrecarregar o site. Se encontrar uma falha, avise pelo e-mail atendimento@prevserena.example.
      ## Demonstração
      Este conteúdo é fictício: o instituto, as pessoas e os valores não existem.`,
  },
  {
    slug: 'mapa-do-site',
    titulo: 'Mapa do site',
    tituloHtml: 'Mapa do <span>site</span>',
    tamanho: null,
    resumo: 'Todas as partes do site em uma página.',
    categoria: 'site',
    unidade: 5,
    revisado: '2026-09-21',
    corpo: `## O instituto
      - [Nossa história](/paginas/historia)
      - [Diretoria Executiva](/institucional/diretoria-executiva)
      - [Conselho de Previdência](/institucional/conselho-previdenciario)
      - [Conselho Fiscal](/institucional/conselho-fiscal)
      - [Comitê de Investimentos](/institucional/comite-investimento)
      - [Organograma](/institucional/organograma)
      - [Mapa das unidades](/informacoes/mapa)
      ## Serviços
      - [Carta de Serviços](/paginas/carta-de-servicos)
      - [Concessão de benefícios](/paginas/concessao-de-beneficios)
      - [Prova de vida](/paginas/prova-de-vida)
      - [Para aposentados e pensionistas](/paginas/aposentado-ou-pensionista)
      - [Para servidores ativos](/paginas/servidor-ativo)
      - [Perguntas frequentes](/informacoes/faq)
      ## Notícias e avisos
      - [Notícias](/informacoes/noticias)
      - [Comunicados](/informacoes/comunicados)
      ## Transparência
      - [Acesso à informação](/lai)
      - [Menu completo, com todos os documentos](/lai/MenuCompleto)
      - [Pró-Gestão](/progestao) e [painel](/progestao/painel)
      - [Dados abertos](/paginas/dados-abertos)
      - [Receitas e despesas](/paginas/receitas-e-despesas)
      ## Atendimento
      - [Fale conosco](/contato/faleConosco)
      - [Ouvidoria](/ouvidoria) e [relatório estatístico](/ouvidoria/relatorioEstatistica)
      - [SIC](/sic) e [relatório estatístico](/sic/RelatorioEstatistica)
      ## Este site
      - [Acessibilidade](/paginas/acessibilidade)
      - [Política de privacidade](/paginas/privacidade)
      - [Termos de uso](/paginas/termos-de-uso)`,
  },
];
