import { nomeDe, presidenciaEm } from '../bodies.ts';
import { type Dia, dia, diaUtil, fimDoMes, meses, nomeDoMes, porExtenso, somarDias } from '../dates.ts';
import { INSTITUTO } from '../institute.ts';
import { type ConteudoPdf, lista, paragrafo, tabela, titulo } from '../pdf/content.ts';
import { beneficiario } from '../people.ts';
import { at, randomFor } from '../random.ts';
import { competenciaDoMes, type DocumentoDemo } from './model.ts';

/** Acts about people: the name and the act are published, the CPF is masked, no health ground and no address is told. */

// The law names a post in the masculine, whoever holds it.
const CARGOS = [
  'Professor',
  'Agente Administrativo',
  'Técnico de Enfermagem',
  'Auxiliar de Serviços Gerais',
  'Motorista',
  'Agente de Saúde',
  'Merendeiro',
  'Vigia',
  'Fiscal de Tributos',
  'Bibliotecário',
] as const;
const ATOS = [
  ['Concede aposentadoria voluntária', 'aposentadoria voluntária'],
  ['Concede aposentadoria por idade', 'aposentadoria por idade'],
  ['Concede aposentadoria compulsória', 'aposentadoria compulsória'],
  ['Revisa os proventos de aposentadoria', 'revisão de proventos'],
  ['Concede aposentadoria por incapacidade permanente', 'aposentadoria por incapacidade permanente'],
] as const;

function textoDaPortaria(numero: string, ementa: string, { data, inicio }: { readonly data: Dia; readonly inicio: Dia }): ConteudoPdf {
  return {
    titulo: `Portaria nº ${numero}, de ${porExtenso(data)}`,
    subtitulo: ementa,
    data,
    assinaturas: [presidenciaEm(data)],
    blocos: [
      paragrafo('A presidência do instituto, no uso de suas atribuições e com base no processo administrativo, resolve:'),
      lista(
        `Art. 1º ${ementa}`,
        'Art. 2º Os proventos são calculados na forma da legislação municipal e constam do processo.',
        `Art. 3º Esta portaria vale a partir de ${porExtenso(inicio)}.`,
        'Art. 4º O processo será enviado ao Tribunal de Contas dos Municípios para registro.',
      ),
    ],
  };
}

function portariaDeAposentadoria(ano: number, index: number): DocumentoDemo {
  const random = randomFor(`aposentadoria:${ano}:${index}`);
  const { nome: pessoa, cpf } = beneficiario(random);
  const mes = Math.min(1 + index, ano === 2026 ? 10 : 12);
  const data = diaUtil(dia(ano, mes, random.integer(2, 22)));
  const [verbo, beneficio] = at(ATOS, index % 7 === 6 ? 3 : index % 5 === 4 ? 4 : index % 3);
  const numero = String(10 + index * 7 + (ano % 5));
  const nome = `Portaria nº ${numero}/${ano} – ${pessoa}`;
  const ementa = `${verbo} a ${pessoa}, CPF ${cpf}, ocupante do cargo de ${at(CARGOS, ano + index * 3)}.`;
  const inicio = somarDias(data, 3);
  return {
    chave: `aposentadoria:${ano}-${index}`,
    categoria: 'portaria_aposentados',
    titulo: nome,
    numero,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 3)),
    ementa,
    interessado: pessoa,
    vigencia: { inicio },
    contemDadoPessoal: true,
    situacao: 'vigente',
    resumo: `Ato de ${beneficio}, com efeito a partir de ${porExtenso(inicio)}.`,
    diarioOficial: `Edição nº ${1200 + (ano - 2019) * 248 + mes * 20}`,
    conteudo: textoDaPortaria(numero, ementa, { data, inicio }),
  };
}

function processoTcm(ano: number, index: number): DocumentoDemo {
  const random = randomFor(`aposentadoria:${ano}:${index}`);
  const { nome: pessoa, cpf } = beneficiario(random);
  const data = diaUtil(dia(ano, Math.min(3 + index, 12), 8 + index));
  const situacao = ano < 2024 ? 'registrado' : at(['registrado', 'em_analise', 'em_diligencia', 'em_analise'] as const, index + ano);
  const numero = `${String(40_010 + (ano - 2019) * 311 + index * 17)}/${ano}`;
  const nome = `Processo TCM nº ${numero} – ${pessoa}`;
  const fase = {
    registrado: 'O Tribunal registrou o ato.',
    em_analise: 'O Tribunal ainda analisa o ato.',
    em_diligencia: 'O Tribunal pediu mais documentos, que já foram enviados.',
  }[situacao];
  return {
    chave: `tcm:${ano}-${index}`,
    categoria: 'processosTcmAposentadosPensionistas',
    titulo: nome,
    numero,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 6)),
    interessado: pessoa,
    situacao,
    contemDadoPessoal: true,
    resumo: `Exame da legalidade da aposentadoria. ${fase}`,
    fonte: INSTITUTO.tribunal,
    relacoes: [{ tipo: 'relacionado', para: `aposentadoria:${ano}-${index}` }],
    conteudo: {
      titulo: nome,
      data,
      assinaturas: [{ nome: nomeDe('arnaldo'), cargo: 'Setor de benefícios' }],
      blocos: [
        lista(`Interessado: ${pessoa} (CPF ${cpf})`, `Assunto: registro de aposentadoria`, `Tribunal: ${INSTITUTO.tribunal}`),
        titulo('Situação'),
        paragrafo(fase),
      ],
    },
  };
}

const ETAPAS = ['Protocolo e conferência', 'Análise do tempo de contribuição', 'Cálculo', 'Parecer jurídico', 'Publicação do ato'] as const;

function relacaoDoMes(ano: number, mes: number): DocumentoDemo {
  const random = randomFor(`tramitacao:${ano}-${mes}`);
  const data = diaUtil(somarDias(fimDoMes(ano, mes), 6));
  const contagem = ETAPAS.map((etapa) => [etapa, String(random.integer(2, 11))]);
  const total = contagem.reduce((soma, [, quantidade]) => soma + Number(quantidade), 0);
  const nome = `Processos em tramitação – ${nomeDoMes(mes)} de ${ano}`;
  return {
    chave: `tramitacao:${ano}-${mes}`,
    categoria: 'relacaoProcessosTramitacao',
    titulo: nome,
    exercicio: ano,
    competencia: competenciaDoMes(ano, mes),
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 2)),
    situacao: ano === 2026 && mes > 8 ? 'em_andamento' : 'concluido',
    resumo: `No fim do mês havia ${total} pedidos em análise. A relação mostra em que etapa estão, sem os nomes das pessoas.`,
    ...(ano >= 2025
      ? {
          anexos: [
            {
              kind: 'csv',
              nome: `tramitacao-${ano}-${String(mes).padStart(2, '0')}.csv`,
              rotulo: 'Quantidade por etapa (CSV)',
              linhas: [['etapa', 'quantidade'], ...contagem],
            },
          ],
        }
      : {}),
    conteudo: {
      titulo: nome,
      data,
      assinaturas: [{ nome: nomeDe('marinete'), cargo: 'Área de benefícios' }],
      blocos: [
        tabela('Pedidos por etapa', ['Etapa', 'Quantidade'], contagem),
        paragrafo('Quem fez o pedido pode consultar o próprio processo nos postos de atendimento ou por telefone.'),
      ],
    },
  };
}

/** Ordinances of retirement, cases at the court of accounts, monthly lists of requests in progress. */
export function beneficios(): readonly DocumentoDemo[] {
  const anos = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026];
  return [
    ...anos.flatMap((ano) => Array.from({ length: ano === 2026 ? 9 : 11 }, (_, index) => portariaDeAposentadoria(ano, index))),
    ...anos.flatMap((ano) => [0, 1, 2, 3, 4].map((index) => processoTcm(ano, index))),
    ...meses([2023, 1], [2026, 9]).map(({ ano, mes }) => relacaoDoMes(ano, mes)),
  ];
}
