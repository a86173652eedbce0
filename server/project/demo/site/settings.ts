import { type Dia, dia, somarDias } from '../dates.ts';
import { enderecoDaImagem } from '../files.ts';
import { INSTITUTO } from '../institute.ts';
import type { Linha } from '../rows.ts';

export function configuracao(): Linha {
  return {
    id: 1,
    nome: INSTITUTO.nome,
    sigla: INSTITUTO.sigla,
    ente: INSTITUTO.ente,
    uf: INSTITUTO.uf,
    cnpj: INSTITUTO.cnpj,
    image_header: enderecoDaImagem('cabecalho'),
    logo: enderecoDaImagem('logo'),
    favicon: enderecoDaImagem('icone'),
    imagem_social: enderecoDaImagem('social'),
    cor_primaria: INSTITUTO.corPrimaria,
    titulo_padrao: INSTITUTO.sigla,
    descricao: 'Site do instituto de previdência dos servidores de Vila Serena: serviços, notícias e transparência.',
    url_base: INSTITUTO.site,
    url_radar: 'https://radar.example/prevserena',
    url_receitas_despesas: 'https://transparencia.vilaserena.example/',
    url_pncp: 'https://pncp.example/',
    url_extrato_previdenciario: 'https://cadprev.example/extrato',
    aviso_global: null,
    manutencao: false,
    fuso_horario: 'America/Belem',
  };
}

/** Returns Easter Sunday of a year of the Gregorian calendar (algorithm of Meeus, Jones and Butcher). */
export function pascoa(ano: number): Dia {
  const a = ano % 19;
  const [b, c] = [Math.floor(ano / 100), ano % 100];
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const total = h + l - 7 * m + 114;
  return dia(ano, Math.floor(total / 31), (total % 31) + 1);
}

const FIXOS: readonly (readonly [mes: number, dia: number, nome: string, ambito: 'nacional' | 'estadual' | 'municipal'])[] = [
  [1, 1, 'Confraternização Universal', 'nacional'],
  [4, 21, 'Tiradentes', 'nacional'],
  [5, 1, 'Dia do Trabalho', 'nacional'],
  [5, 18, 'Aniversário de Vila Serena', 'municipal'],
  [8, 15, 'Adesão do Pará à Independência', 'estadual'],
  [9, 7, 'Independência do Brasil', 'nacional'],
  [10, 12, 'Nossa Senhora Aparecida', 'nacional'],
  [11, 2, 'Finados', 'nacional'],
  [11, 15, 'Proclamação da República', 'nacional'],
  [12, 25, 'Natal', 'nacional'],
];

/** Holidays from 2024 to 2029: deadlines move to the next working day. */
export function feriados(): readonly Linha[] {
  return [2024, 2025, 2026, 2027, 2028, 2029].flatMap((ano) => [
    ...FIXOS.map(([mes, numero, nome, ambito]) => ({ data: dia(ano, mes, numero), nome, ambito })),
    { data: dia(ano, 11, 20), nome: 'Dia Nacional de Zumbi e da Consciência Negra', ambito: 'nacional' },
    { data: somarDias(pascoa(ano), -2), nome: 'Sexta-feira Santa', ambito: 'nacional' },
    { data: somarDias(pascoa(ano), 60), nome: 'Corpus Christi', ambito: 'municipal' },
  ]);
}

/** Old addresses that still answer. */
export function redirecionamentos(): readonly Linha[] {
  return [
    { origem: '/transparencia', destino: '/lai', codigo: 308 },
    { origem: '/faleconosco', destino: '/contato/faleConosco', codigo: 308 },
    { origem: '/prova-de-vida', destino: '/paginas/prova-de-vida', codigo: 308 },
  ];
}
