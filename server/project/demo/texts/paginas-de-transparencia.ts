import type { PaginaDemo } from './paginas.ts';

export const PAGINAS_DE_TRANSPARENCIA: readonly PaginaDemo[] = [
  {
    slug: 'dados-abertos',
    titulo: 'Dados abertos',
    tituloHtml: 'Dados <strong>abertos</strong>',
    tamanho: 'medio',
    resumo: 'Como baixar, entender e reutilizar os dados do instituto.',
    categoria: 'transparencia',
    imagem: 'grafico',
    unidade: 5,
    revisado: '2026-09-14',
    corpo: `Os dados publicados pelo instituto podem ser usados por qualquer pessoa, para qualquer fim, com a indicação da fonte. Isso atende ao art. 8º, § 3º, da Lei nº 12.527/2011.
      ## O que existe
      - Carteira de investimentos por segmento, mês a mês, desde 2024.
      - Balancetes mensais, desde 2025.
      - Processos em tramitação por etapa, desde 2025.
      Os arquivos ficam ao lado do documento a que pertencem, marcados como dados abertos.
      ## Formato
      Os arquivos são CSV, em UTF-8, com ponto e vírgula entre as colunas e uma linha de cabeçalho.
      | Coluna | Significado | Exemplo |
      | competencia | Ano e mês | 2026-08 |
      | segmento | Tipo de investimento | Títulos públicos federais |
      | valor | Valor em reais | 184250331.07 |
      | parte | Parte do total, de 0 a 1 | 0.553100 |
      ## Encontrou um erro?
      Conte pelo [SIC](/sic), com o nome do arquivo e a linha.`,
  },
  {
    slug: 'receitas-e-despesas',
    titulo: 'Receitas e despesas',
    tituloHtml: 'Receitas e <span>despesas</span>',
    tamanho: null,
    resumo: 'Onde acompanhar a arrecadação, os pagamentos, as diárias e a folha do instituto.',
    categoria: 'transparencia',
    imagem: 'balanca',
    unidade: 2,
    revisado: '2026-06-08',
    corpo: `A execução do orçamento do instituto é publicada, em tempo real, no portal da transparência do Município, como pede a Lei Complementar nº 101/2000, arts. 48 e 48-A.
      ## No portal do Município
      - Receitas previstas e arrecadadas.
      - Despesas, por empenho, liquidação e pagamento.
      - Folha de servidores do instituto.
      - Diárias e passagens.
      O endereço é [transparencia.vilaserena.example](https://transparencia.vilaserena.example/) (fictício).
      ## Neste site
      - [Balancetes mensais](/lai/documentos/prestacaoDeContas), com resumo em linguagem simples.
      - [Balanço geral](/lai/documentos/balancoGeral) de cada ano.
      - [Contratos](/lai/documentos/contratoPublicacao) e [licitações](/lai/documentos/publicacaoLicitacao).`,
  },
  {
    slug: 'informacoes-classificadas',
    titulo: 'Informações classificadas e desclassificadas',
    tituloHtml: 'Informações <span>classificadas e desclassificadas</span>',
    tamanho: 'pequeno',
    resumo: 'Declaração anual: o instituto não tem informação classificada como sigilosa.',
    categoria: 'transparencia',
    unidade: 6,
    revisado: '2026-06-01',
    corpo: `A Lei nº 12.527/2011, art. 30, manda publicar todos os anos a lista das informações classificadas em grau de sigilo e das que deixaram de ser sigilosas nos últimos doze meses.
      ## Declaração
      **O PREVSERENA não tem documento classificado como ultrassecreto, secreto ou reservado, nem documento desclassificado nos últimos doze meses.**
      | Período | Classificadas | Desclassificadas |
      | Junho de 2025 a maio de 2026 | 0 | 0 |
      | Junho de 2024 a maio de 2025 | 0 | 0 |
      | Junho de 2023 a maio de 2024 | 0 | 0 |
      Declaração assinada por Renato Seabra Lobato, Controle Interno e Proteção de Dados, em 1º de junho de 2026.
      ## Dados pessoais não são informação classificada
      Dados pessoais de segurados são protegidos pela Lei nº 13.709/2018. Por isso, o CPF aparece sempre com parte dos números escondida.`,
  },
  {
    slug: 'norma-local-da-lai',
    titulo: 'Norma local da Lei de Acesso à Informação',
    tituloHtml: 'Norma local da <strong>Lei de Acesso à Informação</strong>',
    tamanho: 'pequeno',
    resumo: 'Quem responde pelos pedidos, quais são os prazos e como recorrer.',
    categoria: 'transparencia',
    imagem: 'documento',
    unidade: 5,
    revisado: '2026-02-23',
    corpo: `No instituto, o acesso à informação é organizado por decreto municipal, publicado na lista de [decretos](/lai/documentos/decretos).
      ## Quem responde
      - Autoridade responsável pelo acesso: Regina Lameira Farias, chefe do atendimento.
      - Recurso em primeira instância: Diretora-Presidente.
      - Recurso em segunda instância: Conselho de Previdência.
      ## Prazos
      - Resposta: na hora, se a informação estiver disponível, ou em até 20 dias, prorrogáveis por mais 10 com justificativa.
      - Recurso: até 10 dias depois de conhecer a resposta.
      - Decisão do recurso: 5 dias.
      ## O que não pode ser exigido
      Ninguém precisa dizer por que quer a informação. O pedido é gratuito.`,
  },
  {
    slug: 'pesquisa-de-satisfacao',
    titulo: 'Pesquisa de satisfação',
    tituloHtml: 'Pesquisa de <span>satisfação</span>',
    tamanho: 'medio',
    resumo: 'Como a pesquisa é feita e o que mudou por causa dela.',
    categoria: 'transparencia',
    imagem: 'dialogo',
    unidade: 5,
    revisado: '2026-03-30',
    corpo: `A Lei nº 13.460/2017 pede que os serviços públicos sejam avaliados por quem os usa. A pesquisa do instituto é feita uma vez por ano, nos postos e por telefone, sem identificar quem responde.
      ## O que perguntamos
      - Foi fácil conseguir o atendimento?
      - A linguagem foi clara?
      - O prazo foi cumprido?
      - O que podemos melhorar?
      ## O que mudou por causa das respostas
      - O Posto Novo Horizonte passou a abrir dois dias por semana.
      - O contracheque pode ser enviado por e-mail.
      - As cartas foram reescritas em linguagem simples.
      ## Resultado
      O resultado por pergunta será publicado aqui quando a pesquisa deste ano terminar. Neste site de demonstração não há números reais.`,
  },
];
