import type { ReactElement } from 'react';
import { UnidadeDocument } from '../../../shared/graphql/generated/documents/Unidade.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { CartaoDePessoa } from '../../components/people/cartao-de-pessoa/cartao-de-pessoa.tsx';
import { contatosDaUnidade } from '../../components/people/contatos-da-unidade.ts';
import { lerHorarios } from '../mapa/endereco.ts';
import { linhaDoHorario, OndeFica } from './onde-fica.tsx';
import { ServicosDaUnidade } from './servicos-da-unidade.tsx';

type Unidade = NonNullable<OperationResults['Unidade']['unidade_by_pk']>;

/** How to reach the unit by telephone, and when it is open. */
export function PageOpening(): ReactElement | null {
  const unidade = useOperation(UnidadeDocument).unidade_by_pk;
  if (unidade === null) return null;
  const telefone = contatosDaUnidade(unidade.contatos).find(({ tipo }) => tipo === 'telefone');
  const horarios = lerHorarios(unidade.horario);
  return (
    <PageIntro
      lead={horarios.map(linhaDoHorario).join('; ')}
      facts={{ telefone: telefone === undefined ? null : <a href={telefone.href ?? undefined}>{telefone.valor}</a> }}
    />
  );
}

/** The route refuses a unit that does not exist, so there is always one here. */
export function PageComponent(): ReactElement | null {
  const unidade = useOperation(UnidadeDocument).unidade_by_pk;
  if (unidade === null) return null;
  return (
    <WithSidebar
      sidebarLabel="Contato e endereço"
      sidebar={
        <Section title="Onde fica" id="onde-fica">
          <OndeFica unidade={unidade} />
        </Section>
      }
    >
      <Stack gap="l">
        <Competencias competencias={unidade.competencias} />
        <Responsavel titular={unidade.titular} tipo={unidade.tipo} />
        <ServicosDaUnidade servicos={unidade.servicos} />
        <LugarNaEstrutura unidade={unidade} />
        <ListasDaUnidade categorias={unidade.categorias_documento} />
      </Stack>
    </WithSidebar>
  );
}

function Competencias({ competencias }: Pick<Unidade, 'competencias'>): ReactElement {
  const linhas = (competencias ?? '').split('\n').filter((linha) => linha.trim() !== '');
  return (
    <Section title="O que faz" id="competencias">
      {linhas.length === 0 ? (
        <p>Ainda não publicamos as competências desta unidade.</p>
      ) : (
        <List>
          {linhas.map((linha) => (
            <li key={linha}>{linha}</li>
          ))}
        </List>
      )}
    </Section>
  );
}

function Responsavel({ titular, tipo }: Pick<Unidade, 'titular' | 'tipo'>): ReactElement | null {
  if (titular === null) return null;
  return (
    <Section title="Quem responde" id="responsavel">
      <div>
        <CartaoDePessoa
          pessoa={{
            nome: titular.nome_social ?? titular.nome,
            cargo: tipo === null ? 'Responsável pela unidade' : `Responsável pela unidade (${tipo.toLowerCase()})`,
            foto: imagemDoArquivo(titular.foto, titular.foto_alt),
            minicurriculo: titular.minicurriculo,
            email: titular.email_institucional,
            telefone: titular.telefone_institucional,
          }}
        />
      </div>
    </Section>
  );
}

function LugarNaEstrutura({ unidade }: { readonly unidade: Unidade }): ReactElement {
  const { unidade_superior: superior, unidades_subordinadas: subordinadas, norma_criacao: norma } = unidade;
  return (
    <Section title="Lugar na estrutura" id="estrutura" action={{ href: routePath('organograma'), label: 'Ver o organograma' }}>
      <DescriptionList
        columns
        items={[
          {
            label: 'Responde a',
            value: superior === null ? null : <a href={routePath('unidade', { id: superior.id })}>{superior.nome}</a>,
          },
          {
            label: formatCount(subordinadas.length, 'unidade ligada a ela', 'unidades ligadas a ela'),
            value:
              subordinadas.length === 0 ? null : (
                <List plain>
                  {subordinadas.map(({ id, nome, sigla }) => (
                    <li key={id}>
                      <a href={routePath('unidade', { id })}>{sigla === null ? nome : `${nome} (${sigla})`}</a>
                    </li>
                  ))}
                </List>
              ),
          },
          { label: 'Norma que a criou', value: norma === null ? null : <LinkDoDocumento documento={norma} /> },
        ]}
      />
    </Section>
  );
}

function ListasDaUnidade({ categorias }: { readonly categorias: Unidade['categorias_documento'] }): ReactElement | null {
  if (categorias.length === 0) return null;
  return (
    <Section title="Documentos pelos quais responde" id="documentos">
      <List plain>
        {categorias.map(({ slug, rotulo }) => (
          <li key={slug}>
            <a href={routePath('documentos', { category: slug })}>{rotulo}</a>
          </li>
        ))}
      </List>
    </Section>
  );
}
