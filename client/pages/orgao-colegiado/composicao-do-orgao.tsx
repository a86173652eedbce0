import type { ReactElement } from 'react';
import type { MembroDoOrgaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatDate } from '../../../shared/locale/dates.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Heading } from '../../components/content/heading/heading.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { CartaoDePessoa, type PessoaDoCartao } from '../../components/people/cartao-de-pessoa/cartao-de-pessoa.tsx';
import { dadosComuns, nomeDoMembro, periodoDoMembro, preside } from './membros.ts';
import { TabelaDeMembros } from './tabela-de-membros.tsx';

type Membro = MembroDoOrgaoFragment;
type Comuns = ReturnType<typeof dadosComuns>;

/** The people in the body now, members first and substitutes after them. People to write to have cards, the others are rows of a table. */
export function ComposicaoDoOrgao({ membros }: { readonly membros: readonly Membro[] }): ReactElement {
  const condicoes = porCondicao(membros);
  const comuns = dadosComuns(membros);
  const emCartoes = membros.every(({ pessoa }) => pessoa?.email_institucional !== null);
  return (
    <Section title="Quem compõe" id="composicao">
      {membros.length === 0 ? <EmptyState title="Ainda não publicamos a composição atual" icon="lucide:users" /> : null}
      <Stack gap="m">
        {condicoes.map(({ rotulo, membros: grupo }) =>
          emCartoes ? (
            <Stack key={rotulo}>
              {condicoes.length > 1 ? <Heading level={3}>{rotulo}</Heading> : null}
              <Grid as="ul" columns={2}>
                {grupo.map((membro) => (
                  <li key={membro.id}>
                    <CartaoDePessoa pessoa={pessoaDoMembro(membro, comuns)} level={condicoes.length > 1 ? 4 : 3} />
                  </li>
                ))}
              </Grid>
            </Stack>
          ) : (
            <TabelaDeMembros key={rotulo} titulo={rotulo} membros={grupo} todos={membros} />
          ),
        )}
        <DadosComuns comuns={comuns} />
      </Stack>
    </Section>
  );
}

/** What cards and rows leave out, because it is the same for all of them. */
function DadosComuns({ comuns: { mandato, ato, certificacao } }: { readonly comuns: Comuns }): ReactElement {
  return (
    <DescriptionList
      columns
      items={[
        { label: 'Mandato de todos', value: mandato },
        { label: 'Ato de nomeação', value: ato === null ? null : <LinkDoDocumento documento={ato} /> },
        { label: 'Certificação', value: certificacao },
      ]}
    />
  );
}

interface Grupo {
  readonly rotulo: string;
  readonly membros: readonly Membro[];
}

/** Members by condition, titulars first, each group under its name: 'Titulares', 'Suplente'. */
export function porCondicao(membros: readonly Membro[]): readonly Grupo[] {
  const condicoes = [...new Set(membros.map(({ condicao_membro }) => condicao_membro.rotulo))].sort(
    (a, b) => Number(b === 'Titular') - Number(a === 'Titular'),
  );
  return condicoes.map((condicao) => {
    const grupo = membros.filter(({ condicao_membro }) => condicao_membro.rotulo === condicao).sort(presidenteAntes);
    // Words that end in a vowel take -s, others -es: suplentes, titulares.
    const terminacao = /[aeiou]$/.test(condicao) ? 's' : 'es';
    return { rotulo: grupo.length > 1 ? condicao + terminacao : condicao, membros: grupo };
  });
}

/** Sorts the president of the body before the other members. */
function presidenteAntes(a: Membro, b: Membro): number {
  return Number(preside(b)) - Number(preside(a));
}

/** A member as the card of a person shows it. Names as the person uses them (`nome_social` first). */
function pessoaDoMembro(membro: Membro, comuns: Comuns): PessoaDoCartao {
  const { pessoa, cargo, condicao_membro, representacao_membro, ato_nomeacao } = membro;
  return {
    nome: nomeDoMembro(membro),
    cargo: cargo ?? condicao_membro.rotulo,
    foto: imagemDoArquivo(pessoa?.foto ?? null, pessoa?.foto_alt ?? null),
    minicurriculo: pessoa?.minicurriculo ?? null,
    email: pessoa?.email_institucional ?? null,
    telefone: pessoa?.telefone_institucional ?? null,
    detalhes: [
      { label: 'Representa', value: representacao_membro?.rotulo },
      { label: 'Mandato', value: comuns.mandato === null ? periodoDoMembro(membro) : null },
      {
        label: 'Ato de nomeação',
        value: ato_nomeacao === null || comuns.ato !== null ? null : <LinkDoDocumento documento={ato_nomeacao} />,
      },
      { label: 'Certificação', value: certificacaoDoMembro(membro, comuns) },
    ],
  };
}

/**
 * 'Certificação profissional … (nível básico), válida até 04/03/2027'; 'vencida em …' once that day is over; empty for a member without one.
 * Without the name that all of them have: 'nível básico, válida até 04/03/2027'.
 */
function certificacaoDoMembro(membro: Membro, comuns: Comuns): string {
  const { certificacao, nivel_certificacao, certificacao_validade, certificado } = membro;
  if (certificacao === null) return '';
  const nivel = nivel_certificacao === null ? '' : `nível ${nivel_certificacao.rotulo.toLowerCase()}`;
  const validade =
    certificacao_validade === null
      ? ''
      : `, ${certificado === null ? 'vencida em' : 'válida até'} ${formatDate(certificacao_validade, 'short')}`;
  if (comuns.certificacao !== null && nivel !== '') return `${nivel}${validade}`;
  return `${certificacao}${nivel === '' ? '' : ` (${nivel})`}${validade}`;
}

const COLUNAS: readonly Column<Membro>[] = [
  { key: 'nome', label: 'Nome', rowHeader: true, cell: nomeDoMembro },
  { key: 'cargo', label: 'Cargo', cell: ({ cargo }) => cargo },
  { key: 'condicao', label: 'Condição', cell: ({ condicao_membro }) => condicao_membro.rotulo },
  { key: 'representa', label: 'Representa', cell: ({ representacao_membro }) => representacao_membro?.rotulo },
  {
    key: 'ato',
    label: 'Ato de nomeação',
    cell: ({ ato_nomeacao }) => (ato_nomeacao === null ? null : <LinkDoDocumento documento={ato_nomeacao} />),
  },
];

/** Members whose term is not the current one, folded, a table for each term. */
export function OutrasComposicoes({ membros }: { readonly membros: readonly Membro[] }): ReactElement | null {
  const mandatos = porMandato(membros);
  if (mandatos.length === 0) return null;
  return (
    <Section title="Composições de outros períodos" id="outras-composicoes">
      <Stack gap="s">
        {mandatos.map(({ rotulo, membros: grupo }) => (
          <Accordion key={rotulo} title={rotulo}>
            <Table caption={rotulo} captionVisible={false} rows={grupo} rowKey={({ id }) => id} columns={COLUNAS} />
          </Accordion>
        ))}
      </Stack>
    </Section>
  );
}

/** Members by term, in the order of the rows (newest first). */
export function porMandato(membros: readonly Membro[]): readonly Grupo[] {
  const grupos = new Map<string, Membro[]>();
  for (const membro of membros) {
    const periodo = periodoDoMembro(membro);
    const rotulo = periodo === '' ? 'Sem data de mandato' : `Mandato ${periodo}`;
    grupos.set(rotulo, [...(grupos.get(rotulo) ?? []), membro]);
  }
  return [...grupos].map(([rotulo, grupo]) => ({ rotulo, membros: grupo }));
}
