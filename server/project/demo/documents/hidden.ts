import { membrosEm, presidenciaEm } from '../bodies.ts';
import { anoDe, type Dia, diaDe, somarDias } from '../dates.ts';
import { paragrafo } from '../pdf/content.ts';
import type { DocumentoDemo } from './model.ts';

function agendados(hoje: Dia): readonly DocumentoDemo[] {
  const proximo = anoDe(hoje) + 1;
  const futuro = somarDias(hoje, 45);
  return [
    {
      chave: 'futuro:agenda',
      categoria: 'agendaReunioes',
      titulo: `Calendário de reuniões do Conselho de Previdência – ${proximo}`,
      exercicio: proximo,
      dataAto: hoje,
      publicadoEm: futuro,
      orgao: 'conselho_previdenciario',
      tipo: 'ordinaria',
      resumo: `Datas das reuniões ordinárias de ${proximo}.`,
      conteudo: {
        titulo: `Calendário de reuniões do Conselho de Previdência – ${proximo}`,
        data: hoje,
        assinaturas: membrosEm('conselho_previdenciario', hoje).slice(0, 1),
        blocos: [paragrafo('As datas serão confirmadas no mês anterior a cada reunião.')],
      },
    },
    {
      chave: 'futuro:politica',
      categoria: 'politicaDeInvestimento',
      titulo: `Política de Investimentos ${proximo}`,
      exercicio: proximo,
      dataAto: hoje,
      publicadoEm: futuro,
      ementa: `Define as regras de investimento para ${proximo}.`,
      situacao: 'vigente',
      vigencia: { inicio: `${proximo}-01-01`, fim: `${proximo}-12-31` },
      resumo: `Regras para aplicar o dinheiro da previdência em ${proximo}.`,
      conteudo: {
        titulo: `Política de Investimentos ${proximo}`,
        data: hoje,
        assinaturas: [presidenciaEm(hoje)],
        blocos: [paragrafo('Texto aprovado, com publicação marcada.')],
      },
    },
  ];
}

function rascunhos(hoje: Dia): readonly DocumentoDemo[] {
  return [
    {
      chave: 'rascunho:portaria',
      categoria: 'portarias',
      titulo: 'Portaria em elaboração – horário de verão dos postos',
      numero: '99',
      exercicio: anoDe(hoje),
      dataAto: hoje,
      publicadoEm: hoje,
      ementa: 'Minuta ainda não assinada.',
      situacao: 'vigente',
      oculto: true,
      resumo: 'Minuta que ainda não foi assinada.',
      conteudo: { titulo: 'Portaria em elaboração', data: hoje, assinaturas: [], blocos: [paragrafo('Minuta de trabalho.')] },
    },
    {
      chave: 'rascunho:ata',
      categoria: 'atasDoConselhoFiscal',
      titulo: 'Ata à espera de assinaturas',
      numero: '90',
      exercicio: anoDe(hoje),
      dataAto: hoje,
      publicadoEm: hoje,
      orgao: 'conselho_fiscal',
      tipo: 'extraordinaria',
      oculto: true,
      resumo: 'Ata que ainda não foi assinada por todos.',
      conteudo: {
        titulo: 'Ata à espera de assinaturas',
        data: hoje,
        assinaturas: [],
        blocos: [paragrafo('Texto à espera de assinaturas.')],
      },
    },
  ];
}

/** Rows that the public must not see: documents whose day of publication is still to come, and drafts. */
export function documentosOcultos(now: Date): readonly DocumentoDemo[] {
  const hoje = diaDe(now);
  return [...agendados(hoje), ...rascunhos(hoje)];
}

/** Documents that were published and then withdrawn: their address stays and says why. */
export const DOCUMENTOS_RETIRADOS: readonly DocumentoDemo[] = [
  {
    chave: 'retirado:dair',
    categoria: 'dair',
    titulo: 'DAIR – junho de 2023 (primeira remessa)',
    exercicio: 2023,
    competencia: { inicio: '2023-06-01', fim: '2023-06-30' },
    dataAto: '2023-07-20',
    publicadoEm: '2023-07-21',
    fonte: 'CADPREV (dados de demonstração)',
    retirado: {
      em: '2023-07-26',
      motivo: 'Publicado com os valores de outro mês. O demonstrativo correto de junho de 2023 está na lista.',
    },
    resumo: 'Remessa com erro, retirada.',
    conteudo: {
      titulo: 'DAIR – junho de 2023 (primeira remessa)',
      data: '2023-07-20',
      assinaturas: [],
      blocos: [paragrafo('Remessa retirada.')],
    },
  },
  {
    chave: 'retirado:tramitacao',
    categoria: 'relacaoProcessosTramitacao',
    titulo: 'Processos em tramitação – março de 2024 (lista com nomes)',
    exercicio: 2024,
    competencia: { inicio: '2024-03-01', fim: '2024-03-31' },
    dataAto: '2024-04-05',
    publicadoEm: '2024-04-08',
    situacao: 'concluido',
    retirado: {
      em: '2024-04-08',
      motivo: 'A lista trazia nomes de pessoas sem necessidade. Foi trocada pela lista com as quantidades por etapa.',
    },
    resumo: 'Lista retirada para proteger dados pessoais.',
    conteudo: {
      titulo: 'Processos em tramitação – março de 2024',
      data: '2024-04-05',
      assinaturas: [],
      blocos: [paragrafo('Lista retirada.')],
    },
  },
];
