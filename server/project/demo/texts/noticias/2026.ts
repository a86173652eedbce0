import type { NoticiaDemo } from '../noticias.ts';

export const NOTICIAS_2026: readonly NoticiaDemo[] = [
  {
    em: '2026-01-19',
    categoria: 'Benefícios',
    chapeu: 'Imposto de renda',
    imagem: 'documento',
    tags: 'imposto de renda,informe',
    titulo: 'Informe para o imposto de renda sai em fevereiro',
    resumo: 'Quem tem e-mail no cadastro recebe sem precisar pedir.',
    corpo: `O informe de rendimentos de 2025 ficará pronto até 27 de fevereiro. Ele mostra o que cada aposentado ou pensionista recebeu e o imposto descontado.
      ## Como receber
      - Por e-mail, de forma automática, para quem tem o endereço no cadastro.
      - Em papel, nos três postos.
      Confira o nome, o CPF e o valor antes de declarar. Se algo estiver errado, procure a Central de Atendimento.`,
  },
  {
    em: '2026-02-23',
    categoria: 'Investimentos',
    chapeu: 'Comitê',
    imagem: 'reuniao',
    tags: 'comitê,regimento',
    titulo: 'Comitê tem novo regimento e reuniões com ata em trinta dias',
    resumo: 'Regras foram adaptadas à resolução que entrou em vigor neste mês.',
    corpo: `O Conselho de Previdência aprovou o novo regimento do Comitê de Investimentos. O texto anterior era de 2019.
      Agora, quem propõe uma operação não vota nela. As opiniões contrárias ficam registradas em ata, com o motivo. E a ata sai em até trinta dias.
      O documento está em [regimentos internos](/lai/documentos/regimentos), ao lado do antigo, marcado como revogado.`,
  },
  {
    em: '2026-03-02',
    categoria: 'Benefícios',
    chapeu: 'Censo',
    imagem: 'cidade',
    tags: 'censo,cadastro',
    titulo: 'Censo previdenciário de 2026 começa com calendário por mês de nascimento',
    resumo: 'Cada pessoa tem o mês certo para atualizar os dados, até novembro.',
    destaque: true,
    corpo: `Começa hoje o censo de servidores, aposentados e pensionistas. Para evitar filas, cada pessoa tem o seu mês.
      | Nascidos em | Mês do censo |
      | Janeiro e fevereiro | Março |
      | Março e abril | Abril e maio |
      | Maio a agosto | Junho a agosto |
      | Setembro a dezembro | Setembro a novembro |
      Leve documento com foto, comprovante de residência e os documentos dos dependentes. Quem não pode sair de casa pede visita pelo telefone (91) 3000-0000.
      Aposentados e pensionistas podem aproveitar a ida ao posto para fazer a [prova de vida](/paginas/prova-de-vida).`,
  },
  {
    em: '2026-03-23',
    categoria: 'Institucional',
    chapeu: 'Pró-Gestão',
    imagem: 'praca',
    tags: 'pró-gestão,certificação',
    titulo: 'PREVSERENA conquista o nível II do Pró-Gestão',
    resumo: 'Auditoria externa examinou as 24 ações do programa.',
    destaque: true,
    corpo: `O instituto recebeu, em 18 de março, o certificado do Pró-Gestão RPPS no nível II. A auditoria durou três dias e conferiu documentos, entrevistou servidores e testou o site.
      Vinte e duas das 24 ações foram consideradas atendidas; para o nível II, são exigidas vinte. Duas ainda precisam avançar: saúde do servidor e quadro próprio.
      ## O que muda para você
      - As atas, os contratos e os relatórios têm lugar fixo no site.
      - Cada ação tem documentos que a comprovam, no [painel](/progestao/painel).
      - O instituto pode continuar diversificando os investimentos.
      O certificado vale até março de 2029.`,
  },
  {
    em: '2026-04-27',
    categoria: 'Transparência',
    chapeu: 'Atuária',
    imagem: 'grafico',
    tags: 'atuária,avaliação',
    titulo: 'Cobertura dos compromissos cresce pelo sétimo ano',
    resumo: 'Avaliação atuarial de 2026 mostra que o plano de amortização está funcionando.',
    corpo: `A parte dos compromissos já coberta pelo dinheiro guardado voltou a crescer. É o que mostra a avaliação atuarial com data-base em 31 de dezembro de 2025.
      O crescimento vem de três fontes: as contribuições em dia, o rendimento das aplicações e os aportes do plano de amortização.
      Ainda falta caminho. O estudo recomenda terminar o censo antes da próxima avaliação, porque dados antigos distorcem a conta.
      Leia o relatório e o resumo em linguagem simples em [avaliações atuariais](/lai/documentos/avaliacoesAtuariais).`,
  },
  {
    em: '2026-05-25',
    categoria: 'Institucional',
    chapeu: 'Aniversário',
    imagem: 'rio',
    tags: 'história,aniversário',
    titulo: 'Instituto completa 22 anos com exposição na beira do rio',
    resumo: 'Fotografias e objetos contam a história de quem passou pela casa.',
    corpo: `O primeiro livro de registro, uma máquina de escrever e o arquivo de metal que guardou os primeiros processos estão expostos no galpão do trapiche. A mostra celebra os 22 anos do PREVSERENA.
      Entre as histórias está a de dona Benedita, primeira aposentada pelo instituto, em 2004. Ela guardou a portaria na moldura.
      A visita é gratuita, até 30 de junho, das 9h às 17h. O espaço tem rampa e textos em letra grande.
      Conheça a linha do tempo na página da [nossa história](/paginas/historia).`,
  },
  {
    em: '2026-06-22',
    categoria: 'Atendimento',
    chapeu: 'Comunidades',
    imagem: 'igarape',
    tags: 'ribeirinhos,censo',
    titulo: 'Censo chega de barco a oito comunidades',
    resumo: 'Equipe atendeu 143 pessoas em seis dias de viagem.',
    corpo: `O barco do atendimento saiu do trapiche na segunda-feira e só voltou no sábado. A bordo, quatro servidores, dois computadores, uma antena e muita paciência com a maré.
      Foram 143 cadastros atualizados, 96 provas de vida e sete pedidos novos de benefício. Em duas comunidades, a escola virou posto por um dia.
      ! igarape: Em algumas comunidades, o atendimento foi feito na varanda das casas.
      A segunda viagem será em setembro. As datas saem nos [comunicados](/informacoes/comunicados).`,
  },
  {
    em: '2026-07-13',
    categoria: 'Transparência',
    chapeu: 'Licitações',
    imagem: 'balanca',
    tags: 'licitações,contratos',
    titulo: 'Compras do instituto agora mostram o fiscal de cada contrato',
    resumo: 'Nome, portaria e período de quem acompanha a execução ficam à vista.',
    corpo: `Quem confere se a limpeza foi feita? Quem mede se o sistema funciona? Em cada [contrato](/lai/documentos/contratoPublicacao) publicado no site aparece, a partir de agora, o nome do fiscal.
      A ficha também liga o contrato à licitação que lhe deu origem e aos aditivos. O identificador do Portal Nacional de Contratações Públicas, previsto na Lei nº 14.133/2021, está junto.
      Se notar um serviço malfeito, conte à [Ouvidoria](/ouvidoria) e diga o número do contrato.`,
  },
  {
    em: '2026-08-10',
    categoria: 'Educação previdenciária',
    chapeu: 'Preparação',
    imagem: 'livros',
    tags: 'aposentadoria,preparação',
    titulo: 'Programa prepara servidores para a vida depois do trabalho',
    resumo: 'Cinco encontros falam de dinheiro, saúde, tempo livre e documentos.',
    corpo: `Parar de trabalhar muda a rotina, o orçamento e até as amizades. O programa de preparação para a aposentadoria reúne, neste semestre, quarenta servidores que estão a menos de três anos da data.
      ## Os encontros
      1. A conta: quanto vou receber.
      2. Os papéis: o que falta no meu processo.
      3. O bolso: dívidas e reservas.
      4. O corpo: saúde e movimento.
      5. O tempo: projetos e convivência.
      A lista de espera para o próximo semestre está aberta nos postos.`,
  },
  {
    em: '2026-08-31',
    categoria: 'Atendimento',
    chapeu: 'Segurança',
    imagem: 'escudo',
    tags: 'golpes,segurança',
    titulo: 'Como reconhecer um golpe em nome do instituto',
    resumo: 'O PREVSERENA não cobra taxa, não pede senha e não oferece empréstimo.',
    corpo: `O telefone toca. A voz sabe o seu nome e diz que há dinheiro atrasado para receber. Só falta pagar uma taxa. **É golpe.**
      ## Sinais de alerta
      - Pressa: “tem que ser hoje”.
      - Pedido de depósito, senha ou código.
      - Promessa de dinheiro fácil.
      ## O que fazer
      1. Desligue.
      2. Ligue para (91) 3000-0000 e confira.
      3. Conte para a família.
      4. Se já passou dados ou dinheiro, procure o banco e a delegacia.
      O instituto nunca liga para pedir pagamento.`,
  },
  {
    em: '2026-09-14',
    categoria: 'Conselhos',
    chapeu: 'Contas',
    imagem: 'reuniao',
    tags: 'conselho fiscal,contas',
    titulo: 'Conselho Fiscal confere o recolhimento das contribuições',
    resumo: 'Todas as guias do semestre foram pagas no prazo.',
    corpo: `O Conselho Fiscal comparou, uma a uma, as guias de contribuição do primeiro semestre com os extratos bancários. Nenhuma estava em atraso.
      O exame faz parte da reunião trimestral, que é aberta. Os conselheiros também visitaram o arquivo e acompanharam a execução de três contratos.
      A ata sai na lista de [atas do Conselho Fiscal](/lai/documentos/atasDoConselhoFiscal).`,
  },
  {
    em: '2026-09-28',
    categoria: 'Investimentos',
    chapeu: 'Entenda',
    imagem: 'carteira',
    tags: 'investimentos,explicação',
    titulo: 'Para onde vai o dinheiro da sua contribuição',
    resumo: 'O caminho do desconto no contracheque até o pagamento do benefício.',
    corpo: `Todo mês, uma parte do salário do servidor vai para a previdência. O Município põe outra parte, maior. O que acontece depois?
      ## O caminho
      1. O dinheiro entra na conta do instituto.
      2. Uma parte paga os benefícios do mês.
      3. O que sobra é aplicado, dentro dos limites da [Política de Investimentos](/lai/documentos/politicaDeInvestimento).
      4. O comitê acompanha o resultado.
      5. Quando você se aposentar, o dinheiro guardado ajuda a pagar o seu benefício.
      Cada passo tem um documento público. O [relatório mensal](/lai/documentos/relatorioDeInvestimento) é o melhor lugar para começar.`,
  },
  {
    em: '2026-10-13',
    categoria: 'Transparência',
    chapeu: 'Novo site',
    imagem: 'escritorio',
    tags: 'site,acessibilidade',
    titulo: 'Site novo funciona em qualquer celular e sem JavaScript',
    resumo: 'Textos, documentos e serviços foram reorganizados por assunto.',
    corpo: `Este site foi refeito para ser lido por todos: em telefone antigo, com internet lenta, com leitor de telas ou só com o teclado.
      ## O que há de novo
      - Todos os documentos têm página própria, com resumo em linguagem simples.
      - Cada lista pode ser filtrada por ano e por palavra.
      - Contraste alto, tema escuro e letras maiores.
      - Endereços que não mudam.
      Encontrou uma barreira? A página de [acessibilidade](/paginas/acessibilidade) diz como avisar.`,
  },
  {
    em: '2026-10-26',
    categoria: 'Transparência',
    chapeu: 'Audiência pública',
    imagem: 'dialogo',
    tags: 'audiência,participação',
    titulo: 'Audiência pública discute censo, contas e investimentos',
    resumo: 'Participação foi a maior desde a criação do encontro.',
    destaque: true,
    corpo: `Mais de duzentas pessoas acompanharam a audiência pública de 23 de outubro, no plenário da Câmara e pela internet. Foram duas horas de apresentação e perguntas.
      ## O que foi apresentado
      - As contas de 2025 e o balancete até setembro.
      - O resultado dos investimentos no ano.
      - O andamento do censo, que termina em novembro.
      - A certificação Pró-Gestão.
      ## O que as pessoas pediram
      - Um posto fixo na zona rural.
      - Mais vagas nas oficinas.
      - Aviso por mensagem quando o processo mudar de etapa.
      As respostas por escrito saem em até dez dias.`,
  },
];
