import type { ReactElement } from 'react';
import type { MembroDoOrgaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatarData, formatarPeriodo } from '../../../shared/locale/dates.ts';
import { Acordeao } from '../../components/content/accordion/accordion.tsx';
import { Titulo } from '../../components/content/heading/heading.tsx';
import { type Coluna, Tabela } from '../../components/content/table/table.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { CartaoDePessoa, type PessoaDoCartao } from '../../components/people/cartao-de-pessoa/cartao-de-pessoa.tsx';

type Membro = MembroDoOrgaoFragment;

/** Who is in the body now, members first and substitutes after them. */
export function ComposicaoDoOrgao({ membros }: { readonly membros: readonly Membro[] }): ReactElement {
  const condicoes = porCondicao(membros);
  return (
    <Secao titulo="Quem compõe" id="composicao">
      {membros.length === 0 ? <Vazio titulo="A composição atual ainda não foi publicada" icone="lucide:users" /> : null}
      <Pilha espaco="m">
        {condicoes.map(({ rotulo, membros: grupo }) => (
          <Pilha key={rotulo}>
            {condicoes.length > 1 ? <Titulo nivel={3}>{rotulo}</Titulo> : null}
            <Grade como="ul" colunas={2}>
              {grupo.map((membro) => (
                <li key={membro.id}>
                  <CartaoDePessoa pessoa={pessoaDoMembro(membro)} nivel={condicoes.length > 1 ? 4 : 3} />
                </li>
              ))}
            </Grade>
          </Pilha>
        ))}
      </Pilha>
    </Secao>
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
    const grupo = membros.filter(({ condicao_membro }) => condicao_membro.rotulo === condicao);
    // Words that end in a vowel take -s, others -es: suplentes, titulares.
    const terminacao = /[aeiou]$/.test(condicao) ? 's' : 'es';
    return { rotulo: grupo.length > 1 ? condicao + terminacao : condicao, membros: grupo };
  });
}

/** A member as the card of a person shows it. Names as the person uses them (`nome_social` first). */
function pessoaDoMembro(membro: Membro): PessoaDoCartao {
  const { pessoa, cargo, condicao_membro, representacao_membro, ato_nomeacao } = membro;
  return {
    nome: nomeDoMembro(membro),
    cargo: cargo ?? condicao_membro.rotulo,
    foto: imagemDoArquivo(pessoa?.foto ?? null, pessoa?.foto_alt ?? null),
    minicurriculo: pessoa?.minicurriculo ?? null,
    email: pessoa?.email_institucional ?? null,
    telefone: pessoa?.telefone_institucional ?? null,
    detalhes: [
      { rotulo: 'Representa', valor: representacao_membro?.rotulo },
      { rotulo: 'Mandato', valor: formatarPeriodo(membro.mandato_inicio, membro.mandato_fim) },
      { rotulo: 'Ato de nomeação', valor: ato_nomeacao === null ? null : <LinkDoDocumento documento={ato_nomeacao} /> },
      { rotulo: 'Certificação', valor: certificacaoDoMembro(membro) },
    ],
  };
}

function nomeDoMembro({ pessoa }: Pick<Membro, 'pessoa'>): string {
  return pessoa?.nome_social ?? pessoa?.nome ?? 'Nome não publicado';
}

/** 'Certificação profissional … (nível básico), válida até 04/03/2027'; empty for a member without one. */
function certificacaoDoMembro({ certificacao, nivel_certificacao, certificacao_validade }: Membro): string {
  if (certificacao === null) return '';
  const nivel = nivel_certificacao === null ? '' : ` (nível ${nivel_certificacao.rotulo.toLowerCase()})`;
  const validade = certificacao_validade === null ? '' : `, válida até ${formatarData(certificacao_validade, 'curta')}`;
  return `${certificacao}${nivel}${validade}`;
}

const COLUNAS: readonly Coluna<Membro>[] = [
  { chave: 'nome', rotulo: 'Nome', cabecalhoDeLinha: true, celula: nomeDoMembro },
  { chave: 'cargo', rotulo: 'Cargo', celula: ({ cargo }) => cargo },
  { chave: 'condicao', rotulo: 'Condição', celula: ({ condicao_membro }) => condicao_membro.rotulo },
  { chave: 'representa', rotulo: 'Representa', celula: ({ representacao_membro }) => representacao_membro?.rotulo },
  {
    chave: 'ato',
    rotulo: 'Ato de nomeação',
    celula: ({ ato_nomeacao }) => (ato_nomeacao === null ? null : <LinkDoDocumento documento={ato_nomeacao} />),
  },
];

/** Members whose term is not the current one, folded, a table for each term. */
export function OutrasComposicoes({ membros }: { readonly membros: readonly Membro[] }): ReactElement | null {
  const mandatos = porMandato(membros);
  if (mandatos.length === 0) return null;
  return (
    <Secao titulo="Composições de outros períodos" id="outras-composicoes">
      <Pilha espaco="p">
        {mandatos.map(({ rotulo, membros: grupo }) => (
          <Acordeao key={rotulo} titulo={rotulo}>
            <Tabela legenda={rotulo} legendaVisivel={false} linhas={grupo} chaveDaLinha={({ id }) => id} colunas={COLUNAS} />
          </Acordeao>
        ))}
      </Pilha>
    </Secao>
  );
}

/** Members by term, in the order of the rows (newest first). */
export function porMandato(membros: readonly Membro[]): readonly Grupo[] {
  const grupos = new Map<string, Membro[]>();
  for (const membro of membros) {
    const periodo = formatarPeriodo(membro.mandato_inicio, membro.mandato_fim);
    const rotulo = periodo === '' ? 'Sem data de mandato' : `Mandato ${periodo}`;
    grupos.set(rotulo, [...(grupos.get(rotulo) ?? []), membro]);
  }
  return [...grupos].map(([rotulo, grupo]) => ({ rotulo, membros: grupo }));
}
