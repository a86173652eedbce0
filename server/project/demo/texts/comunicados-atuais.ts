import type { ComunicadoAtual } from './comunicados.ts';

/** Notices of these days: some in force, one still scheduled. `{ate}` becomes the last day of validity. */
export const COMUNICADOS_ATUAIS: readonly ComunicadoAtual[] = [
  {
    titulo: 'Sistema de benefícios em manutenção',
    resumo: 'Até {ate}, os postos não emitem contracheque nem certidão.',
    tipo: 'suspensao',
    prioridade: 'urgente',
    publico: ['aposentado', 'pensionista', 'servidor'],
    de: -1,
    ate: 5,
    corpo: `O sistema de benefícios está em manutenção até {ate}. Os postos recebem documentos e tiram dúvidas, mas não emitem contracheque nem certidão.
      Se o seu prazo termina nesses dias, ele fica prorrogado para o primeiro dia útil depois da manutenção. Ninguém perde direito por causa da manutenção.`,
  },
  {
    titulo: 'Último mês do censo previdenciário',
    resumo: 'Quem ainda não atualizou o cadastro deve ir a um posto até {ate}.',
    tipo: 'prazo',
    prioridade: 'alta',
    publico: ['aposentado', 'pensionista', 'servidor'],
    de: -12,
    ate: 28,
    corpo: `O censo termina em {ate}. Leve documento com foto, comprovante de residência e os documentos dos dependentes.
      Quem não pode sair de casa pode pedir visita pelo telefone [(91) 3000-0000](tel:+559130000000).
      Quem não participar recebe uma carta antes de qualquer suspensão.`,
    anexo: [
      'Documentos para o censo',
      'Documento com foto e CPF.',
      'Comprovante de residência dos últimos três meses.',
      'Certidão de casamento, união estável ou nascimento.',
      'Documentos dos dependentes.',
      'Procuração, se for o caso.',
    ],
  },
  {
    titulo: 'Calendário de pagamento de dezembro e do 13º',
    resumo: 'A segunda parte do 13º sai antes do Natal, e o benefício, no último dia útil.',
    tipo: 'aviso',
    prioridade: 'alta',
    publico: ['aposentado', 'pensionista'],
    de: -6,
    ate: 45,
    corpo: `A segunda parte do 13º é depositada até o dia 20 de dezembro. O benefício do mês sai no último dia útil.
      O contracheque pode ser retirado nos postos três dias antes de cada depósito.`,
    anexo: [
      'Calendário de pagamento',
      'Benefício: último dia útil de cada mês.',
      'Primeira parte do 13º: junho.',
      'Segunda parte do 13º: até 20 de dezembro.',
    ],
  },
  {
    titulo: 'Convocação para a reunião do Conselho de Previdência',
    resumo: 'A reunião ordinária trata da Política de Investimentos do próximo ano e é aberta ao público.',
    tipo: 'convocacao',
    prioridade: 'normal',
    publico: ['cidadao', 'servidor', 'aposentado', 'pensionista'],
    de: -4,
    ate: 20,
    corpo: `Os conselheiros estão convocados para a reunião ordinária, na sede do instituto, às 9h.
      ## Pauta
      1. Leitura da ata anterior.
      2. Resultado da carteira de investimentos.
      3. Política de Investimentos do próximo ano.
      A pauta completa e os horários estão na página do [Conselho de Previdência](/institucional/conselho-previdenciario).`,
  },
  {
    titulo: 'Cuidado com golpes em nome do instituto',
    resumo: 'O PREVSERENA não cobra taxa, não pede senha e não oferece empréstimo por telefone.',
    tipo: 'aviso',
    prioridade: 'urgente',
    publico: ['aposentado', 'pensionista'],
    de: -18,
    ate: 90,
    corpo: `Pessoas têm ligado para aposentados dizendo que há dinheiro atrasado para receber e pedindo depósito de uma taxa. **É golpe.**
      - Não informe senha nem código recebido por mensagem.
      - Não faça depósito nem transferência.
      - Desligue e ligue para a Central de Atendimento: (91) 3000-0000.
      Se você já passou seus dados, procure o banco e a delegacia. Avise também a [Ouvidoria](/ouvidoria).`,
  },
  {
    titulo: 'Horário especial no Posto Novo Horizonte',
    resumo: 'Durante o censo, o posto abre também às segundas-feiras.',
    tipo: 'aviso',
    prioridade: 'normal',
    publico: ['aposentado', 'pensionista', 'servidor'],
    de: -25,
    ate: 30,
    corpo: `Até {ate}, o Posto Novo Horizonte atende às segundas, terças e quintas, das 8h às 14h. O endereço está no [mapa das unidades](/informacoes/mapa).`,
  },
  {
    titulo: 'Inscrições para a oficina “Entenda o seu contracheque”',
    resumo: 'Encontro gratuito, com vagas para 30 pessoas.',
    tipo: 'outro',
    prioridade: 'normal',
    publico: ['aposentado', 'pensionista'],
    de: -9,
    ate: 12,
    corpo: `A oficina explica cada linha do contracheque e os descontos permitidos. As inscrições são feitas por telefone ou nos postos.
      Há intérprete de Libras para quem pedir na inscrição.`,
  },
  {
    titulo: 'Prazo para pedir isenção de desconto em folha',
    resumo: 'Quem cancelou empréstimo deve entregar o comprovante até {ate}.',
    tipo: 'prazo',
    prioridade: 'normal',
    publico: ['aposentado', 'pensionista', 'servidor'],
    de: -15,
    ate: 10,
    corpo: `Entregue o comprovante de quitação em um posto até {ate}. Depois dessa data, a mudança só aparece no contracheque do mês seguinte.`,
  },
  {
    titulo: 'Recesso de fim de ano: postos com horário reduzido',
    resumo: 'Entre o Natal e o Ano-Novo, os postos atendem das 8h às 12h.',
    tipo: 'aviso',
    prioridade: 'normal',
    publico: ['cidadao'],
    de: 14,
    ate: 60,
    corpo: `A Central de Atendimento e o Posto Beira-Rio atendem das 8h às 12h. O Posto Novo Horizonte fica fechado. Os pagamentos não mudam.`,
  },
  {
    titulo: 'Pesquisa de satisfação do atendimento',
    resumo: 'Responda em dois minutos e ajude a melhorar os postos.',
    tipo: 'outro',
    prioridade: 'normal',
    publico: ['cidadao', 'aposentado', 'pensionista', 'servidor'],
    de: -30,
    ate: 40,
    corpo: `A pesquisa fica aberta até {ate}, nos postos e por telefone. As respostas não são identificadas, e o resultado será publicado na página da [pesquisa de satisfação](/paginas/pesquisa-de-satisfacao).`,
  },
];
