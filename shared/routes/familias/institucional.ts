import { defineRoute } from '../define.ts';
import { FOUND, NOT_FOUND, operation } from '../types.ts';

const ORGANOGRAMA = '/institucional/organograma';

/** Page id of each body by its key in the content. */
export const ROTA_DO_ORGAO = {
  comite_investimento: 'comiteInvestimento',
  conselho_fiscal: 'conselhoFiscal',
  conselho_previdenciario: 'conselhoPrevidenciario',
  diretoria_executiva: 'diretoriaExecutiva',
} as const;

type ChaveDoOrgao = keyof typeof ROTA_DO_ORGAO;

interface OrgaoDeclaration<Id extends string> {
  readonly id: Id;
  readonly path: string;
  readonly chave: ChaveDoOrgao;
  /** Title where the content names the body otherwise or not at all. */
  readonly titulo: string;
  readonly descricao: string;
}

/** A collegiate body's page. The address is the specification's, so it exists even while the content says nothing of the body. */
function orgao<const Id extends string>({ id, path, chave, titulo, descricao }: OrgaoDeclaration<Id>) {
  return defineRoute<Id, 'OrgaoColegiado'>({
    id,
    path,
    pageFolder: 'orgao-colegiado',
    groups: ['orgao_colegiado'],
    // Its meetings, for programs that keep a calendar.
    formats: ['ics'],
    main: () => operation('OrgaoColegiado', { chave }),
    head: ({ state }) => ({ title: state.orgaos.find((orgao) => orgao.chave === chave)?.nome ?? titulo, description: descricao }),
  });
}

const comiteInvestimento = orgao({
  id: 'comiteInvestimento',
  path: '/institucional/comite-investimento',
  chave: 'comite_investimento',
  titulo: 'Comitê de Investimentos',
  descricao: 'Quem analisa as aplicações do dinheiro da previdência, com mandatos, certificações, reuniões e atas.',
});

const conselhoFiscal = orgao({
  id: 'conselhoFiscal',
  path: '/institucional/conselho-fiscal',
  chave: 'conselho_fiscal',
  titulo: 'Conselho Fiscal',
  descricao: 'Quem examina as contas do instituto, com mandatos, certificações, reuniões e atas.',
});

const conselhoPrevidenciario = orgao({
  id: 'conselhoPrevidenciario',
  path: '/institucional/conselho-previdenciario',
  chave: 'conselho_previdenciario',
  titulo: 'Conselho Previdenciário',
  descricao: 'Quem decide as diretrizes da previdência dos servidores, com mandatos, certificações, reuniões e atas.',
});

const diretoriaExecutiva = orgao({
  id: 'diretoriaExecutiva',
  path: '/institucional/diretoria-executiva',
  chave: 'diretoria_executiva',
  titulo: 'Diretoria Executiva',
  descricao: 'Quem dirige o instituto no dia a dia, com cargos, mandatos, certificações e contatos.',
});

const organograma = defineRoute<'organograma', 'Organograma'>({
  id: 'organograma',
  path: ORGANOGRAMA,
  groups: ['unidade', 'orgao_colegiado'],
  main: () => operation('Organograma', {}),
  head: () => ({ title: 'Organograma', description: 'As unidades do instituto, quem responde por cada uma e a norma que as criou.' }),
});

const unidade = defineRoute<'unidade', 'Unidade'>({
  id: 'unidade',
  path: '/institucional/unidade/:id',
  params: { id: 'inteiro' },
  main: (input) => operation('Unidade', { id: Number(input.params['id']) }),
  record: ({ input }) => `unidade/${Number(input.params['id'])}`,
  outcome: ({ main }) => (main.unidade_by_pk === null ? NOT_FOUND : FOUND),
  head: ({ main }) => {
    const row = main?.unidade_by_pk ?? null;
    if (row === null) return { title: 'Unidade' };
    return { title: row.nome, description: `O que faz, quem responde, endereço, horário e contatos: ${row.nome}.` };
  },
  breadcrumb: ({ main }) => [
    { label: 'Organograma', to: ORGANOGRAMA },
    { label: main?.unidade_by_pk?.nome ?? 'Unidade', to: null },
  ],
});

export const INSTITUCIONAL = [
  comiteInvestimento,
  conselhoFiscal,
  conselhoPrevidenciario,
  diretoriaExecutiva,
  organograma,
  unidade,
] as const;
