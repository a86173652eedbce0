import type { Dia } from './dates.ts';

/** The four collegiate bodies of the invented institute, their people and terms. */
export type OrgaoChave = 'diretoria_executiva' | 'conselho_previdenciario' | 'conselho_fiscal' | 'comite_investimento';

interface PessoaDemo {
  readonly chave: string;
  readonly nome: string;
  readonly curriculo: string;
  /** Part of the address before `@prevserena.example`; absent for council members without an institutional address. */
  readonly email?: string;
  readonly retrato?: true;
}

function pessoa(chave: string, nome: string, curriculo: string, email?: string): PessoaDemo {
  return { chave, nome, curriculo, ...(email === undefined ? {} : { email }), retrato: true };
}

export const PESSOAS: readonly PessoaDemo[] = [
  pessoa(
    'helena',
    'Helena Castanho Vilhena',
    'Servidora efetiva do Município desde 1998, é contadora e especialista em gestão pública. Foi diretora administrativo-financeira do instituto entre 2021 e 2024.',
    'presidencia',
  ),
  pessoa(
    'otavio',
    'Otávio Lameira Pantoja',
    'Administrador, servidor efetivo desde 2006. Coordenou a área de orçamento da Prefeitura antes de chegar ao instituto.',
    'financeiro',
  ),
  pessoa(
    'marinete',
    'Marinete Alfaia Teles',
    'Assistente social e advogada. Trabalha com concessão de benefícios desde 2009 e coordena as ações de educação previdenciária.',
    'beneficios',
  ),
  pessoa(
    'caio',
    'Caio Figueiró Sarmento',
    'Economista, servidor efetivo desde 2012. É o gestor dos recursos do instituto e preside o Comitê de Investimentos.',
    'investimentos',
  ),
  pessoa(
    'dalva',
    'Dalva Moraes Aleixo',
    'Professora da rede municipal por 27 anos, hoje aposentada. Representa os aposentados e pensionistas desde 2021.',
  ),
  pessoa('raimundo', 'Raimundo Bentes Quemel', 'Técnico de enfermagem do quadro efetivo. Representa os servidores ativos da saúde.'),
  pessoa(
    'lucia',
    'Lúcia Maués Trindade',
    'Procuradora municipal. Representa o Município no Conselho de Previdência e preside o colegiado.',
  ),
  pessoa('edson', 'Edson Garcez Duarte', 'Contador da Secretaria Municipal de Finanças. Representa o Município.'),
  pessoa('neide', 'Neide Campelo Farias', 'Agente administrativa, servidora ativa da Secretaria de Educação.'),
  pessoa('paulo', 'Paulo Negrão Tavares', 'Servidor aposentado da Câmara Municipal. Foi secretário do conselho entre 2021 e 2024.'),
  pessoa('silvia', 'Sílvia Wanzeler Cabral', 'Pedagoga da rede municipal. Representa os servidores ativos da educação.'),
  pessoa('jorge', 'Jorge Espíndola Seabra', 'Engenheiro da Secretaria de Obras. Representa o Município.'),
  pessoa('ines', 'Inês Rebouças Lobato', 'Contadora, servidora efetiva da controladoria. Preside o Conselho Fiscal.'),
  pessoa('mauro', 'Mauro Quaresma Pinheiro', 'Auditor fiscal de tributos. Representa os servidores ativos no Conselho Fiscal.'),
  pessoa('teresa', 'Teresa Amoras Guimarães', 'Servidora aposentada da Secretaria de Finanças. Representa os aposentados e pensionistas.'),
  pessoa('davi', 'Davi Cardoso Meireles', 'Analista de sistemas do quadro efetivo. Suplente no Conselho Fiscal.'),
  pessoa('rosa', 'Rosa Baía Monteiro', 'Servidora aposentada da saúde. Suplente no Conselho Fiscal.'),
  pessoa('andre', 'André Miranda Araguaia', 'Contador da Secretaria de Planejamento. Suplente no Conselho Fiscal.'),
  pessoa(
    'bianca',
    'Bianca Ferreira Xavante',
    'Economista, servidora efetiva da Secretaria de Planejamento. Integra o Comitê de Investimentos.',
  ),
  pessoa('hugo', 'Hugo Nascimento Corrêa', 'Administrador, servidor do instituto. Faz o acompanhamento diário da carteira.'),
  pessoa('vera', 'Vera Paraense Barbalho', 'Matemática, professora da rede municipal. Integra o Comitê de Investimentos desde 2021.'),
  pessoa('luis', 'Luís Macapuna Ribeirinho', 'Servidor do instituto, responsável pela atuária e pelo cadastro.', 'atuaria'),
  pessoa(
    'carla',
    'Carla Igarapé Moraes',
    'Ouvidora do instituto desde 2023. É formada em direito e servidora efetiva do Município.',
    'ouvidoria',
  ),
  pessoa('renato', 'Renato Seabra Lobato', 'Analista de controle interno e encarregado pelo tratamento de dados pessoais.', 'encarregado'),
  pessoa('josue', 'Josué Pantoja Garcez', 'Advogado. Dirigiu o instituto entre 2021 e 2024.'),
  pessoa('miriam', 'Míriam Tavares Bentes', 'Contadora. Dirigiu o instituto entre 2017 e 2020.'),
  pessoa('arnaldo', 'Arnaldo Vilhena Maués', 'Servidor efetivo, diretor de benefícios entre 2019 e 2024.'),
  pessoa('sonia', 'Sônia Pinheiro Alfaia', 'Servidora aposentada. Integrou o Conselho de Previdência entre 2021 e 2024.'),
  pessoa('valter', 'Valter Trindade Duarte', 'Servidor da Secretaria de Administração. Integrou o Conselho Fiscal entre 2021 e 2024.'),
  pessoa('regina', 'Regina Lameira Farias', 'Gestora pública. Chefia o atendimento ao segurado.', 'atendimento'),
];

interface MembroDemo {
  readonly orgao: OrgaoChave;
  readonly pessoa: string;
  readonly cargo: string;
  readonly condicao: 'titular' | 'suplente';
  readonly representa: 'ente' | 'segurados_ativos' | 'aposentados_pensionistas' | 'outro';
  readonly inicio: Dia;
  readonly fim: Dia;
  readonly certificacao?: readonly [nivel: 'basico' | 'intermediario' | 'avancado', validade: Dia];
}

const ATUAL = { inicio: '2025-01-02', fim: '2028-12-31' } as const;
const ANTERIOR = { inicio: '2021-01-04', fim: '2024-12-31' } as const;
const PRIMEIRA = { inicio: '2017-01-02', fim: '2020-12-31' } as const;

type Mandato = { readonly inicio: Dia; readonly fim: Dia };
type Linha = readonly [
  pessoa: string,
  cargo: string,
  condicao: MembroDemo['condicao'],
  representa: MembroDemo['representa'],
  certificacao?: MembroDemo['certificacao'],
];

function composicao(orgao: OrgaoChave, mandato: Mandato, linhas: readonly Linha[]): readonly MembroDemo[] {
  return linhas.map(([pessoa, cargo, condicao, representa, certificacao]) => ({
    orgao,
    pessoa,
    cargo,
    condicao,
    representa,
    ...mandato,
    ...(certificacao === undefined ? {} : { certificacao }),
  }));
}

export const MEMBROS: readonly MembroDemo[] = [
  ...composicao('diretoria_executiva', ATUAL, [
    ['helena', 'Diretora-Presidente', 'titular', 'ente', ['avancado', '2028-05-31']],
    ['otavio', 'Diretor Administrativo-Financeiro', 'titular', 'ente', ['intermediario', '2028-03-31']],
    ['marinete', 'Diretora de Benefícios', 'titular', 'ente', ['intermediario', '2027-11-30']],
    ['caio', 'Diretor de Investimentos', 'titular', 'ente', ['avancado', '2028-08-31']],
  ]),
  ...composicao('conselho_previdenciario', ATUAL, [
    ['lucia', 'Presidente', 'titular', 'ente', ['intermediario', '2028-02-28']],
    ['raimundo', 'Secretário', 'titular', 'segurados_ativos', ['basico', '2027-09-30']],
    ['dalva', 'Conselheira', 'titular', 'aposentados_pensionistas', ['basico', '2028-06-30']],
    ['edson', 'Conselheiro', 'titular', 'ente', ['basico', '2027-12-31']],
    ['jorge', 'Conselheiro', 'suplente', 'ente', ['basico', '2027-10-31']],
    ['silvia', 'Conselheira', 'suplente', 'segurados_ativos'],
    ['paulo', 'Conselheiro', 'suplente', 'aposentados_pensionistas', ['basico', '2026-08-31']],
    ['neide', 'Conselheira', 'suplente', 'segurados_ativos'],
  ]),
  ...composicao('conselho_fiscal', ATUAL, [
    ['ines', 'Presidente', 'titular', 'ente', ['intermediario', '2028-04-30']],
    ['mauro', 'Secretário', 'titular', 'segurados_ativos', ['basico', '2027-08-31']],
    ['teresa', 'Conselheira', 'titular', 'aposentados_pensionistas', ['basico', '2028-01-31']],
    ['andre', 'Conselheiro', 'suplente', 'ente', ['basico', '2027-07-31']],
    ['davi', 'Conselheiro', 'suplente', 'segurados_ativos'],
    ['rosa', 'Conselheira', 'suplente', 'aposentados_pensionistas'],
  ]),
  ...composicao('comite_investimento', ATUAL, [
    ['caio', 'Presidente e gestor dos recursos', 'titular', 'ente', ['avancado', '2028-08-31']],
    ['bianca', 'Membro', 'titular', 'ente', ['intermediario', '2028-03-31']],
    ['hugo', 'Secretário', 'titular', 'outro', ['intermediario', '2027-10-31']],
    ['vera', 'Membro', 'titular', 'segurados_ativos', ['basico', '2027-06-30']],
    ['luis', 'Membro', 'suplente', 'outro', ['basico', '2028-05-31']],
  ]),
  ...composicao('diretoria_executiva', ANTERIOR, [
    ['josue', 'Diretor-Presidente', 'titular', 'ente', ['intermediario', '2025-06-30']],
    ['helena', 'Diretora Administrativo-Financeira', 'titular', 'ente', ['intermediario', '2025-05-31']],
    ['arnaldo', 'Diretor de Benefícios', 'titular', 'ente', ['basico', '2025-02-28']],
  ]),
  ...composicao('conselho_previdenciario', ANTERIOR, [
    ['lucia', 'Presidente', 'titular', 'ente'],
    ['paulo', 'Secretário', 'titular', 'aposentados_pensionistas'],
    ['sonia', 'Conselheira', 'titular', 'aposentados_pensionistas'],
    ['raimundo', 'Conselheiro', 'titular', 'segurados_ativos'],
    ['dalva', 'Conselheira', 'suplente', 'aposentados_pensionistas'],
    ['neide', 'Conselheira', 'suplente', 'segurados_ativos'],
  ]),
  ...composicao('conselho_fiscal', ANTERIOR, [
    ['valter', 'Presidente', 'titular', 'ente'],
    ['ines', 'Secretária', 'titular', 'ente'],
    ['teresa', 'Conselheira', 'titular', 'aposentados_pensionistas'],
    ['mauro', 'Conselheiro', 'suplente', 'segurados_ativos'],
  ]),
  ...composicao('comite_investimento', ANTERIOR, [
    ['helena', 'Presidente', 'titular', 'ente'],
    ['caio', 'Gestor dos recursos', 'titular', 'ente', ['intermediario', '2025-08-31']],
    ['vera', 'Membro', 'titular', 'segurados_ativos'],
    ['bianca', 'Membro', 'suplente', 'ente'],
  ]),
  ...composicao('diretoria_executiva', PRIMEIRA, [
    ['miriam', 'Diretora-Presidente', 'titular', 'ente'],
    ['arnaldo', 'Diretor de Benefícios', 'titular', 'ente'],
  ]),
];

interface OrgaoDemo {
  readonly chave: OrgaoChave;
  readonly nome: string;
  /** "do Conselho Fiscal", for titles. */
  readonly de: string;
  readonly periodicidade: string;
  readonly competencias: readonly string[];
}

export const ORGAOS: readonly OrgaoDemo[] = [
  {
    chave: 'diretoria_executiva',
    nome: 'Diretoria Executiva',
    de: 'da Diretoria Executiva',
    periodicidade: 'Reunião mensal',
    competencias: [
      'Dirigir o instituto no dia a dia e representá-lo.',
      'Conceder aposentadorias e pensões.',
      'Preparar o orçamento, as contas e o relatório de gestão.',
      'Cumprir as decisões do Conselho de Previdência.',
    ],
  },
  {
    chave: 'conselho_previdenciario',
    nome: 'Conselho de Previdência',
    de: 'do Conselho de Previdência',
    periodicidade: 'Reunião ordinária mensal',
    competencias: [
      'Definir as diretrizes gerais do regime de previdência.',
      'Aprovar todos os anos a Política de Investimentos e o orçamento.',
      'Acompanhar a avaliação atuarial e as medidas de equilíbrio.',
      'Aprovar os regimentos internos e o plano de ação.',
    ],
  },
  {
    chave: 'conselho_fiscal',
    nome: 'Conselho Fiscal',
    de: 'do Conselho Fiscal',
    periodicidade: 'Reunião ordinária trimestral',
    competencias: [
      'Examinar os balancetes, as contas e os contratos do instituto.',
      'Dar parecer sobre a prestação de contas anual.',
      'Conferir o recolhimento das contribuições.',
      'Comunicar ao Conselho de Previdência as falhas que encontrar.',
    ],
  },
  {
    chave: 'comite_investimento',
    nome: 'Comitê de Investimentos',
    de: 'do Comitê de Investimentos',
    periodicidade: 'Reunião ordinária mensal',
    competencias: [
      'Propor a Política de Investimentos.',
      'Analisar a carteira, os riscos e o cenário econômico a cada mês.',
      'Opinar antes de cada aplicação ou resgate.',
      'Examinar o credenciamento de instituições financeiras.',
    ],
  },
];

/** Returns who signs for a body on a day, by the office they held then. @throws RangeError for an unknown person. */
export function membrosEm(orgao: OrgaoChave, data: Dia): readonly { readonly nome: string; readonly cargo: string }[] {
  const vigentes = MEMBROS.filter(
    (membro) => membro.orgao === orgao && membro.condicao === 'titular' && membro.inicio <= data && data <= membro.fim,
  );
  const escolhidos =
    vigentes.length > 0
      ? vigentes
      : MEMBROS.filter((membro) => membro.orgao === orgao && membro.inicio === ANTERIOR.inicio && membro.condicao === 'titular');
  return escolhidos.map((membro) => ({ nome: nomeDe(membro.pessoa), cargo: membro.cargo }));
}

/** Returns the full name of a person of the cast. @throws RangeError for an unknown key. */
export function nomeDe(chave: string): string {
  const encontrada = PESSOAS.find((candidata) => candidata.chave === chave);
  if (encontrada === undefined) {
    throw new RangeError(`no person has the key ${chave}`);
  }
  return encontrada.nome;
}

/** Returns who directs the institute on a day. */
export function presidenciaEm(data: Dia): { readonly nome: string; readonly cargo: string } {
  const [presidencia] = membrosEm('diretoria_executiva', data);
  return presidencia ?? { nome: nomeDe('helena'), cargo: 'Diretora-Presidente' };
}
