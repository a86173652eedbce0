import { membrosEm, ORGAOS, type OrgaoChave } from '../bodies.ts';
import { anoDe, diaUtil, fimDoMes, horario, mesDe, nomeDoMes, porExtenso, somarDias } from '../dates.ts';
import { COM_ATA, nomeDaReuniao, type ReuniaoDemo, reunioesRealizadas } from '../meetings.ts';
import { porcento, reais } from '../money.ts';
import { type Bloco, lista, paragrafo, titulo } from '../pdf/content.ts';
import { randomFor } from '../random.ts';
import { acumulado, mesDaSerie, mesesDoAno } from '../series.ts';
import { minuscula } from '../wording.ts';
import type { DocumentoDemo } from './model.ts';

const CATEGORIA: Readonly<Partial<Record<OrgaoChave, string>>> = {
  conselho_previdenciario: 'atasDoConselhoDePrevidencia',
  conselho_fiscal: 'atasDoConselhoFiscal',
  comite_investimento: 'atasDoComiteDeInvestimento',
};

/** What was said about each point of the agenda; figures come from the month before the meeting. */
function relato(assunto: string, reuniao: ReuniaoDemo): string {
  const mes = reuniao.mes === 1 ? mesDaSerie(reuniao.ano - 1, 12) : mesDaSerie(reuniao.ano, reuniao.mes - 1);
  const noMes = `${nomeDoMes(mes.mes)} de ${mes.ano}`;
  const noAno = mesesDoAno(mes.ano).filter((outro) => outro.mes <= mes.mes);
  const contribuicoes = mes.segurados + mes.patronal;
  const relatos: Readonly<Record<string, string>> = {
    'Leitura e aprovação da ata anterior': 'A ata da reunião anterior foi lida pela secretaria e aprovada sem ressalvas.',
    'Apresentação do resultado da carteira de investimentos': `A carteira terminou ${noMes} em R$ ${reais(mes.patrimonio)}, com rentabilidade de ${porcento(mes.retorno)} no mês e de ${porcento(acumulado(noAno.map(({ retorno }) => retorno)))} no ano. A meta acumulada no mesmo período foi de ${porcento(acumulado(noAno.map(({ meta }) => meta)))}.`,
    'Repasses das contribuições no mês': `As contribuições de ${noMes}, no total de R$ ${reais(contribuicoes)}, foram recebidas dentro do prazo.`,
    'Exame dos balancetes do trimestre': `Os balancetes foram conferidos por amostragem. No último mês examinado, ${noMes}, a despesa com benefícios foi de R$ ${reais(mes.aposentadorias + mes.pensoes)}. Não houve diferença entre os valores contábeis e os extratos bancários.`,
    'Conferência do recolhimento das contribuições': `O conselho comparou as guias com os extratos e confirmou o recolhimento de R$ ${reais(contribuicoes)} em ${noMes}.`,
    'Execução dos contratos':
      'Os fiscais apresentaram os relatórios de execução. Não há pagamento em atraso nem aplicação de multa no período.',
    'Cenário econômico':
      'O gestor apresentou as expectativas de inflação e de juros e os efeitos sobre os títulos públicos e os fundos da carteira.',
    'Rentabilidade, risco e enquadramento da carteira': `A rentabilidade de ${noMes} foi de ${porcento(mes.retorno)}, diante de uma meta de ${porcento(mes.meta)}. Todos os investimentos ficaram dentro dos limites da Política de Investimentos.`,
    'Autorizações de aplicação e resgate do mês':
      'O comitê examinou as autorizações do mês e opinou a favor das movimentações, por estarem de acordo com a política e com o fluxo de pagamento dos benefícios.',
    'Votação da Política de Investimentos do ano seguinte': `A Política de Investimentos para ${reuniao.ano + 1} foi aprovada por todos os presentes e será publicada no site do instituto.`,
    'Resultado da avaliação atuarial':
      'O atuário explicou o resultado do estudo com data-base em 31 de dezembro do ano anterior e respondeu às perguntas dos conselheiros. O conselho tomou conhecimento e pediu a divulgação de um resumo em linguagem simples.',
    'Assuntos gerais':
      'A palavra ficou livre. Os presentes pediram que os materiais das próximas reuniões cheguem com cinco dias de antecedência.',
  };
  return (
    relatos[assunto] ??
    `A diretoria apresentou o tema “${minuscula(assunto)}”. Depois de debate, os presentes aprovaram o encaminhamento proposto e pediram retorno na próxima reunião.`
  );
}

function blocos(reuniao: ReuniaoDemo, presentes: readonly { nome: string; cargo: string }[]): readonly Bloco[] {
  const onde =
    reuniao.modalidade === 'remota'
      ? 'por videoconferência'
      : reuniao.modalidade === 'hibrida'
        ? 'na sede do instituto e por videoconferência'
        : 'na sede do instituto';
  return [
    paragrafo(`No dia ${porExtenso(reuniao.data)}, às ${horario(reuniao.hora)}, ${onde}, realizou-se a ${nomeDaReuniao(reuniao)}.`),
    titulo('Presenças'),
    lista(...presentes.map(({ nome, cargo }) => `${nome}, ${cargo}`)),
    titulo('Pauta'),
    lista(...reuniao.pauta),
    titulo('Discussão e decisões'),
    ...reuniao.pauta.map((assunto, index) => paragrafo(`${index + 1}. ${relato(assunto, reuniao)}`)),
    paragrafo(`A reunião terminou às ${horario(reuniao.horaFim)}. Esta ata foi lida, aprovada e assinada pelos presentes.`),
  ];
}

function ata(reuniao: ReuniaoDemo): DocumentoDemo {
  const random = randomFor(reuniao.chave);
  const presentes = membrosEm(reuniao.orgao, reuniao.data);
  const nome = `Ata da ${nomeDaReuniao(reuniao)}`;
  const destaque =
    reuniao.pauta.find((assunto) => assunto.startsWith('Votação') || assunto.startsWith('Parecer') || assunto.startsWith('Resultado')) ??
    reuniao.pauta.at(-2) ??
    reuniao.pauta[0] ??
    '';
  return {
    chave: `ata:${reuniao.orgao}:${reuniao.ano}-${reuniao.mes}${reuniao.tipo === 'extraordinaria' ? ':extra' : ''}`,
    categoria: CATEGORIA[reuniao.orgao] ?? '',
    titulo: nome,
    numero: String(reuniao.numero),
    exercicio: reuniao.ano,
    dataAto: reuniao.data,
    publicadoEm: diaUtil(somarDias(reuniao.data, random.integer(6, 12))),
    ementa: `Pauta: ${reuniao.pauta.join('; ')}.`,
    resumo: `Reunião de ${nomeDoMes(mesDe(reuniao.data))} de ${anoDe(reuniao.data)}. Principal assunto: ${minuscula(destaque)}.`,
    orgao: reuniao.orgao,
    reuniao: reuniao.chave,
    tipo: reuniao.tipo,
    conteudo: {
      titulo: nome,
      subtitulo: `Realizada em ${porExtenso(reuniao.data)}`,
      data: reuniao.data,
      blocos: blocos(reuniao, presentes),
      assinaturas: presentes,
    },
  };
}

/** Minutes of every meeting held, and the yearly calendar of meetings of each body. */
export function atas(): readonly DocumentoDemo[] {
  return reunioesRealizadas().map(ata);
}

/** The calendar of each body for each year, approved in December of the year before. */
export function agendas(): readonly DocumentoDemo[] {
  const reunioes = reunioesRealizadas();
  return COM_ATA.flatMap((orgao) => {
    const de = ORGAOS.find(({ chave }) => chave === orgao)?.de ?? '';
    return Array.from({ length: 8 }, (_, index) => 2019 + index).map((ano): DocumentoDemo => {
      const data = diaUtil(fimDoMes(ano - 1, 12));
      const doAno = reunioes.filter((reuniao) => reuniao.orgao === orgao && reuniao.ano === ano && reuniao.tipo === 'ordinaria');
      const nome = `Calendário de reuniões ${de} – ${ano}`;
      return {
        chave: `agenda:${orgao}:${ano}`,
        categoria: 'agendaReunioes',
        titulo: nome,
        exercicio: ano,
        dataAto: data,
        publicadoEm: diaUtil(somarDias(data, 4)),
        orgao,
        tipo: 'ordinaria',
        resumo: `Datas e horários das reuniões ordinárias de ${ano}. As reuniões são abertas ao público.`,
        conteudo: {
          titulo: nome,
          data,
          assinaturas: membrosEm(orgao, data).slice(0, 1),
          blocos: [
            paragrafo(
              'As reuniões acontecem na sede do instituto, salvo aviso em contrário, e podem ser acompanhadas por qualquer pessoa.',
            ),
            lista(...doAno.map((reuniao) => `${reuniao.numero}ª reunião: ${porExtenso(reuniao.data)}, às ${horario(reuniao.hora)}`)),
            paragrafo('As reuniões extraordinárias são avisadas neste site com antecedência.'),
          ],
        },
      };
    });
  });
}

/** Single notices of extraordinary meetings. */
export function convocacoes(): readonly DocumentoDemo[] {
  return reunioesRealizadas()
    .filter(({ tipo }) => tipo === 'extraordinaria')
    .map((reuniao): DocumentoDemo => {
      const data = somarDias(reuniao.data, -7);
      const nome = `Convocação para a ${nomeDaReuniao(reuniao)}`;
      return {
        chave: `convocacao:${reuniao.chave}`,
        categoria: 'agendaReunioes',
        titulo: nome,
        exercicio: reuniao.ano,
        dataAto: data,
        publicadoEm: data,
        orgao: reuniao.orgao,
        reuniao: reuniao.chave,
        tipo: 'extraordinaria',
        resumo: `Reunião em ${porExtenso(reuniao.data)}, às ${horario(reuniao.hora)}. Assunto: ${minuscula(reuniao.pauta[0] ?? '')}.`,
        conteudo: {
          titulo: nome,
          data,
          assinaturas: membrosEm(reuniao.orgao, data).slice(0, 1),
          blocos: [
            paragrafo(
              `Ficam convocados os membros do colegiado para a reunião extraordinária de ${porExtenso(reuniao.data)}, às ${horario(reuniao.hora)}.`,
            ),
            titulo('Pauta'),
            lista(...reuniao.pauta),
          ],
        },
      };
    });
}
