import { z } from 'zod';
import { anoDe, cameUntil, type Dia, dia, diaDaSemana, diaDe, instante, mesDe, meses, somarDias } from './dates.ts';
import type { Linha, Tabela } from './rows.ts';
import { readYaml } from './source.ts';

/** The meetings of the collegiate bodies: those held, whose minutes are documents, and the coming ones, counted from today. */
const month = z.string().regex(/^\d{4}-\d{2}$/);
const months = z.strictObject({ de: month, ate: month });
const modalidade = z.enum(['presencial', 'remota', 'hibrida']);
const situacao = z.enum(['realizada', 'prevista', 'cancelada', 'adiada']);

const orgao = z.strictObject({
  chave: z.string(),
  /** "do Conselho Fiscal", for titles. */
  de: z.string(),
  publica_ata: z.boolean(),
  semana: z.int(),
  dia_da_semana: z.int(),
  a_cada_meses: z.int(),
  hora: z.string(),
  hora_fim: z.string(),
  modalidade,
  videos_desde: z.int().optional(),
  pauta: z.array(z.string()),
  pauta_do_mes: z.record(z.string(), z.string()),
  futuras: z.record(z.string(), situacao),
});
type Ritmo = z.infer<typeof orgao>;

const meetingsFile = z.strictObject({
  com_ata: months,
  remotas: months,
  locais: z.record(modalidade, z.string()),
  futuras_em_dias: z.int(),
  orgaos: z.array(orgao),
  extraordinarias: z.array(z.strictObject({ orgao: z.string(), data: z.iso.date(), numero: z.int(), modalidade, assunto: z.string() })),
});
export type MeetingRules = z.infer<typeof meetingsFile>;

export interface ReuniaoDemo {
  readonly chave: string;
  readonly orgao: string;
  /** "3ª reunião ordinária de 2026 do Conselho Fiscal". */
  readonly nome: string;
  readonly numero: number;
  readonly ano: number;
  readonly mes: number;
  readonly tipo: 'ordinaria' | 'extraordinaria';
  readonly data: Dia;
  readonly hora: string;
  readonly hora_fim: string;
  readonly modalidade: z.infer<typeof modalidade>;
  readonly local: string;
  readonly situacao: z.infer<typeof situacao>;
  readonly pauta: readonly string[];
  readonly video_url: string | null;
}

export function readMeetingRules(): MeetingRules {
  return readYaml('content/reunioes.yaml', meetingsFile);
}

/** Lists the meetings of which there are minutes: the ordinary ones of each body that publishes them, then the extraordinary ones. */
export function reunioesComAta(rules: MeetingRules): readonly ReuniaoDemo[] {
  const { de, ate } = rules.com_ata;
  const ordinarias = rules.orgaos
    .filter(({ publica_ata }) => publica_ata)
    .flatMap((ritmo) =>
      mesesDoRitmo(ritmo, de, ate).map(({ ano, mes }) => reuniaoDoMes(rules, ritmo, { ano, mes, situacao: 'realizada' })),
    );
  return [...ordinarias, ...rules.extraordinarias.map((reuniao) => extraordinaria(rules, reuniao))];
}

/** Lists those meetings with minutes that have begun by `now`. */
export function reunioesRealizadas(rules: MeetingRules, now: Date): readonly ReuniaoDemo[] {
  const begun = reunioesComAta(rules).filter((reuniao) => !isToCome(reuniao, now));
  return cameUntil(begun, { hoje: diaDe(now), dayOf: ({ data }) => data });
}

function isToCome({ data, hora }: ReuniaoDemo, now: Date): boolean {
  return new Date(instante(data, hora)).getTime() > now.getTime();
}

/** Lists the meetings of the next months that begin after `now`. */
export function reunioesFuturas(rules: MeetingRules, now: Date): readonly ReuniaoDemo[] {
  const hoje = diaDe(now);
  return rules.orgaos.flatMap((ritmo) =>
    mesesDoRitmo(ritmo, hoje, somarDias(hoje, rules.futuras_em_dias))
      .map(({ ano, mes }, index) => reuniaoDoMes(rules, ritmo, { ano, mes, situacao: ritmo.futuras[index + 1] ?? 'prevista' }))
      .filter((reuniao) => isToCome(reuniao, now)),
  );
}

function mesesDoRitmo(ritmo: Ritmo, de: string, ate: string): readonly { readonly ano: number; readonly mes: number }[] {
  return meses([anoDe(de), mesDe(de)], [anoDe(ate), mesDe(ate)]).filter(({ mes }) => mes % ritmo.a_cada_meses === 0);
}

function reuniaoDoMes(
  rules: MeetingRules,
  ritmo: Ritmo,
  { ano, mes, situacao: estado }: Pick<ReuniaoDemo, 'ano' | 'mes' | 'situacao'>,
): ReuniaoDemo {
  const data = nthWeekday(ano, mes, ritmo);
  const doMes = ritmo.pauta_do_mes[mes];
  const remota = rules.remotas.de <= data.slice(0, 7) && data.slice(0, 7) <= rules.remotas.ate;
  const como = remota ? 'remota' : ritmo.modalidade;
  const comVideo = estado === 'realizada' && ano >= (ritmo.videos_desde ?? Infinity);
  return {
    chave: `${ritmo.chave}:${ano}-${mes}`,
    orgao: ritmo.chave,
    nome: `${mes / ritmo.a_cada_meses}ª reunião ordinária de ${ano} ${ritmo.de}`,
    numero: mes / ritmo.a_cada_meses,
    ano,
    mes,
    tipo: 'ordinaria',
    data,
    hora: ritmo.hora,
    hora_fim: ritmo.hora_fim,
    modalidade: como,
    local: rules.locais[como],
    situacao: estado,
    pauta: [...ritmo.pauta, ...(doMes === undefined ? [] : [doMes]), 'Assuntos gerais'],
    video_url: comVideo ? `https://videos.example/prevserena/${ano}-${mes}` : null,
  };
}

function extraordinaria(rules: MeetingRules, reuniao: MeetingRules['extraordinarias'][number]): ReuniaoDemo {
  const [ano, mes] = [anoDe(reuniao.data), mesDe(reuniao.data)];
  const ritmo = rules.orgaos.find(({ chave }) => chave === reuniao.orgao);
  const comVideo = ano >= (ritmo?.videos_desde ?? Infinity);
  return {
    chave: `${reuniao.orgao}:${ano}-${mes}:extra`,
    orgao: reuniao.orgao,
    nome: `${reuniao.numero}ª reunião extraordinária de ${ano} ${ritmo?.de ?? ''}`,
    numero: reuniao.numero,
    ano,
    mes,
    tipo: 'extraordinaria',
    data: reuniao.data,
    hora: '10:00',
    hora_fim: '11:00',
    modalidade: reuniao.modalidade,
    local: rules.locais[reuniao.modalidade],
    situacao: 'realizada',
    pauta: [reuniao.assunto],
    video_url: comVideo ? `https://videos.example/prevserena/${ano}-${mes}` : null,
  };
}

/** Returns the day of a month on which a body meets, as the nth given weekday. */
function nthWeekday(ano: number, mes: number, { semana, dia_da_semana }: Ritmo): Dia {
  const primeiro = diaDaSemana(dia(ano, mes, 1));
  return dia(ano, mes, 1 + ((dia_da_semana - primeiro + 7) % 7) + (semana - 1) * 7);
}

/** Returns the table `reuniao`; the ids are the positions in the list. */
export function tabelaDeReunioes(reunioes: readonly ReuniaoDemo[], orgaoId: (chave: string) => number): Tabela {
  const linhas = reunioes.map(
    (reuniao, index): Linha => ({
      id: index + 1,
      orgao_id: orgaoId(reuniao.orgao),
      numero: reuniao.numero,
      ano: reuniao.ano,
      tipo: reuniao.tipo,
      inicio: instante(reuniao.data, reuniao.hora),
      fim: instante(reuniao.data, reuniao.hora_fim),
      local: reuniao.local,
      modalidade: reuniao.modalidade,
      pauta_html: `<ol>${reuniao.pauta.map((assunto) => `<li>${assunto}</li>`).join('')}</ol>`,
      situacao: reuniao.situacao,
      video_url: reuniao.video_url,
      publicado: true,
    }),
  );
  return { nome: 'reuniao', linhas, identity: true };
}
