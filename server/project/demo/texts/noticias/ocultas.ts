import type { NoticiaOculta } from '../noticias.ts';

/** News that the public must not see yet: two scheduled and one draft. */
export const NOTICIAS_OCULTAS: readonly NoticiaOculta[] = [
  {
    daquiADias: 20,
    categoria: 'Institucional',
    chapeu: 'Fim de ano',
    imagem: 'calendario',
    tags: 'horário,atendimento',
    titulo: 'Como fica o atendimento no fim do ano',
    resumo: 'Postos atendem em horário reduzido entre o Natal e o Ano-Novo.',
    corpo: `Entre o Natal e o Ano-Novo, a Central de Atendimento e o Posto Beira-Rio funcionam das 8h às 12h. Os pagamentos não mudam.`,
  },
  {
    daquiADias: 40,
    categoria: 'Investimentos',
    chapeu: 'Política',
    imagem: 'documento',
    tags: 'política,investimentos',
    titulo: 'Política de Investimentos do próximo ano está publicada',
    resumo: 'Veja os limites e a meta de rentabilidade.',
    corpo: `O Conselho de Previdência aprovou a Política de Investimentos do próximo ano. O texto completo está na área de [investimentos](/lai/documentos/politicaDeInvestimento).`,
  },
  {
    daquiADias: null,
    categoria: 'Benefícios',
    chapeu: 'Rascunho',
    imagem: 'cidade',
    tags: 'censo',
    titulo: 'Resultado final do censo (em elaboração)',
    resumo: 'Texto à espera dos números finais.',
    corpo: `Texto em elaboração. Os números serão incluídos depois do fim do censo.`,
  },
];
