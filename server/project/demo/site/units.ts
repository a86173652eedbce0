import { INSTITUTO } from '../institute.ts';
import type { Linha } from '../rows.ts';

/** The units of the institute, from the presidency to the service posts, with where and when they receive people. */
interface UnidadeDemo {
  readonly id: number;
  readonly nome: string;
  readonly sigla: string;
  readonly superior: number | null;
  readonly tipo: string;
  readonly titular: string;
  readonly competencias: string;
  readonly endereco: readonly [rua: string, numero: string, bairro: string, cep: string];
  readonly ponto: readonly [latitude: number, longitude: number];
  readonly acessibilidade: string;
  readonly horario: readonly { readonly dias: string; readonly abre: string; readonly fecha: string }[];
  readonly telefone: string;
  readonly email: string;
}

const SEDE = ['Avenida das Castanheiras', '1200', 'Centro', '68999-000'] as const;
const ENTRADA = 'Entrada com rampa e piso tátil, elevador com voz, banheiro adaptado e vaga reservada na frente do prédio.';
const EXPEDIENTE = [{ dias: 'Segunda a sexta', abre: '08:00', fecha: '14:00' }] as const;
const ATENDIMENTO = [{ dias: 'Segunda a sexta', abre: '07:30', fecha: '16:30' }] as const;

const UNIDADES: readonly UnidadeDemo[] = [
  {
    id: 1,
    nome: 'Presidência',
    sigla: 'PRES',
    superior: null,
    tipo: 'Direção',
    titular: 'helena',
    endereco: SEDE,
    ponto: [-1.742_1, -48.871_3],
    acessibilidade: ENTRADA,
    horario: EXPEDIENTE,
    telefone: '(91) 3000-0001',
    email: 'presidencia',
    competencias:
      'Dirige e representa o instituto.\nAssina os atos de aposentadoria e pensão.\nPresta contas aos conselhos e ao Tribunal de Contas dos Municípios.',
  },
  {
    id: 2,
    nome: 'Diretoria Administrativo-Financeira',
    sigla: 'DAF',
    superior: 1,
    tipo: 'Diretoria',
    titular: 'otavio',
    endereco: SEDE,
    ponto: [-1.742_3, -48.871_1],
    acessibilidade: ENTRADA,
    horario: EXPEDIENTE,
    telefone: '(91) 3000-0002',
    email: 'financeiro',
    competencias:
      'Cuida do orçamento, da contabilidade e dos pagamentos.\nCompra o que o instituto precisa e acompanha os contratos.\nCuida dos servidores e do patrimônio do instituto.',
  },
  {
    id: 3,
    nome: 'Diretoria de Benefícios',
    sigla: 'DBEN',
    superior: 1,
    tipo: 'Diretoria',
    titular: 'marinete',
    endereco: SEDE,
    ponto: [-1.742, -48.871_6],
    acessibilidade: ENTRADA,
    horario: EXPEDIENTE,
    telefone: '(91) 3000-0003',
    email: 'beneficios',
    competencias:
      'Analisa os pedidos de aposentadoria, pensão e revisão.\nCuida do cadastro, do censo e da prova de vida.\nEnvia os processos ao Tribunal de Contas dos Municípios.',
  },
  {
    id: 4,
    nome: 'Diretoria de Investimentos',
    sigla: 'DINV',
    superior: 1,
    tipo: 'Diretoria',
    titular: 'caio',
    endereco: SEDE,
    ponto: [-1.742_4, -48.871_5],
    acessibilidade: ENTRADA,
    horario: EXPEDIENTE,
    telefone: '(91) 3000-0004',
    email: 'investimentos',
    competencias:
      'Propõe e cumpre a Política de Investimentos.\nAcompanha a carteira e os riscos todos os dias.\nPrepara os relatórios mensais e o DAIR.',
  },
  {
    id: 5,
    nome: 'Ouvidoria e Serviço de Informação ao Cidadão',
    sigla: 'OUV',
    superior: 1,
    tipo: 'Assessoria',
    titular: 'carla',
    endereco: SEDE,
    ponto: [-1.741_9, -48.871_2],
    acessibilidade: ENTRADA,
    horario: ATENDIMENTO,
    telefone: '(91) 3000-0005',
    email: 'ouvidoria',
    competencias:
      'Recebe reclamações, denúncias, sugestões, elogios e pedidos de informação.\nAcompanha as respostas e os prazos.\nPublica os relatórios anuais.',
  },
  {
    id: 6,
    nome: 'Controle Interno e Proteção de Dados',
    sigla: 'CIPD',
    superior: 1,
    tipo: 'Assessoria',
    titular: 'renato',
    endereco: SEDE,
    ponto: [-1.742_2, -48.871_8],
    acessibilidade: ENTRADA,
    horario: EXPEDIENTE,
    telefone: '(91) 3000-0006',
    email: 'encarregado',
    competencias:
      'Verifica se os processos do instituto são cumpridos.\nOrienta sobre a proteção de dados pessoais.\nAcompanha o programa Pró-Gestão.',
  },
  {
    id: 7,
    nome: 'Central de Atendimento',
    sigla: 'CAT',
    superior: 3,
    tipo: 'Atendimento',
    titular: 'regina',
    endereco: ['Avenida das Castanheiras', '1208', 'Centro', '68999-000'],
    ponto: [-1.742_8, -48.870_9],
    acessibilidade: `${ENTRADA} Atendimento em Libras com hora marcada.`,
    horario: ATENDIMENTO,
    telefone: INSTITUTO.telefone,
    email: 'atendimento',
    competencias:
      'Recebe os pedidos de benefício e tira dúvidas.\nFaz a prova de vida e atualiza o cadastro.\nMarca visitas a quem não pode sair de casa.',
  },
  {
    id: 8,
    nome: 'Posto Beira-Rio',
    sigla: 'PBR',
    superior: 7,
    tipo: 'Atendimento',
    titular: 'regina',
    endereco: ['Rua do Trapiche', '85', 'Beira-Rio', '68999-030'],
    ponto: [-1.749_6, -48.878_4],
    acessibilidade: 'Térreo, com rampa na entrada e banheiro adaptado. Fica a 50 metros do trapiche.',
    horario: [{ dias: 'Segunda a sexta', abre: '08:00', fecha: '13:00' }],
    telefone: '(91) 3000-0008',
    email: 'beirario',
    competencias: 'Atende quem chega de barco das comunidades ribeirinhas.\nFaz a prova de vida e recebe documentos.',
  },
  {
    id: 9,
    nome: 'Posto Novo Horizonte',
    sigla: 'PNH',
    superior: 7,
    tipo: 'Atendimento',
    titular: 'regina',
    endereco: ['Travessa Sete de Abril', '410', 'Novo Horizonte', '68999-120'],
    ponto: [-1.727_5, -48.856_2],
    acessibilidade: 'Térreo, com rampa, balcão baixo e banheiro adaptado.',
    horario: [{ dias: 'Terça e quinta', abre: '08:00', fecha: '14:00' }],
    telefone: '(91) 3000-0009',
    email: 'novohorizonte',
    competencias: 'Atende os bairros da zona norte duas vezes por semana.\nFaz a prova de vida e recebe documentos.',
  },
  {
    id: 10,
    nome: 'Setor de Cadastro e Atuária',
    sigla: 'SCA',
    superior: 3,
    tipo: 'Setor',
    titular: 'luis',
    endereco: SEDE,
    ponto: [-1.742_6, -48.871_3],
    acessibilidade: ENTRADA,
    horario: EXPEDIENTE,
    telefone: '(91) 3000-0010',
    email: 'atuaria',
    competencias: 'Mantém o cadastro de servidores, aposentados e pensionistas.\nPrepara os dados da avaliação atuarial.',
  },
];

/** Returns the rows of `unidade`; `pessoaId` and `normaId` turn keys into ids. */
export function unidades(pessoaId: (chave: string) => string, normaId: number): readonly Linha[] {
  return UNIDADES.map((unidade) => {
    const [endereco, numero, bairro, cep] = unidade.endereco;
    const [latitude, longitude] = unidade.ponto;
    return {
      id: unidade.id,
      nome: unidade.nome,
      sigla: unidade.sigla,
      unidade_superior_id: unidade.superior,
      tipo: unidade.tipo,
      competencias: unidade.competencias,
      titular_pessoa_id: pessoaId(unidade.titular),
      endereco,
      numero,
      bairro,
      cep,
      cidade: INSTITUTO.municipio,
      uf: INSTITUTO.uf,
      latitude,
      longitude,
      acessibilidade_local: unidade.acessibilidade,
      horario: unidade.horario,
      norma_criacao_documento_id: normaId,
      ordem: unidade.id,
      publicado: true,
    };
  });
}

function telefone(valor: string): string {
  return `+55${valor.replaceAll(/\D/g, '')}`;
}

const DO_INSTITUTO = [
  ['telefone', 'Central de Atendimento', INSTITUTO.telefone, telefone(INSTITUTO.telefone), true],
  ['whatsapp', 'WhatsApp', '(91) 90000-0000', 'https://wa.me/5591900000000', true],
  ['email', 'E-mail', INSTITUTO.email, INSTITUTO.email, true],
  ['endereco', 'Sede', 'Avenida das Castanheiras, 1200, Centro, Vila Serena – PA, CEP 68999-000', null, true],
  ['horario', 'Atendimento', 'Segunda a sexta, das 7h30 às 16h30', null, true],
  ['telefone', 'Ouvidoria', '(91) 3000-0005', telefone('(91) 3000-0005'), false],
  ['email', 'Ouvidoria', 'ouvidoria@prevserena.example', 'ouvidoria@prevserena.example', false],
  ['email', 'Encarregado de dados pessoais', 'encarregado@prevserena.example', 'encarregado@prevserena.example', false],
  ['rede_social', 'Instagram', '@prevserena', 'https://social.example/prevserena', false],
  ['rede_social', 'YouTube', 'PREVSERENA', 'https://videos.example/prevserena', false],
] as const;

/** Returns the rows of `contato`: those of the whole institute first, then a telephone and an e-mail of each unit. */
export function contatos(): readonly Linha[] {
  const doInstituto = DO_INSTITUTO.map(([tipo, rotulo, valor, normalizado, principal]) => ({
    unidade_id: null,
    tipo,
    rotulo,
    valor,
    valor_normalizado: normalizado,
    principal,
    observacao: null,
  }));
  const dasUnidades = UNIDADES.flatMap((unidade) => [
    {
      unidade_id: unidade.id,
      tipo: 'telefone',
      rotulo: 'Telefone',
      valor: unidade.telefone,
      valor_normalizado: telefone(unidade.telefone),
      principal: true,
      observacao: null,
    },
    {
      unidade_id: unidade.id,
      tipo: 'email',
      rotulo: 'E-mail',
      valor: `${unidade.email}@prevserena.example`,
      valor_normalizado: `${unidade.email}@prevserena.example`,
      principal: false,
      observacao: null,
    },
  ]);
  return [...doInstituto, ...dasUnidades].map((linha, index) => ({ id: index + 1, ...linha, ordem: index + 1 }));
}
