import type { ReactElement } from 'react';
import { UnidadeDocument } from '../../../shared/graphql/generated/documents/Unidade.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { contar } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Lista } from '../../components/content/list/list.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { ComLateral, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { CartaoDePessoa } from '../../components/people/cartao-de-pessoa/cartao-de-pessoa.tsx';
import { OndeFica } from './onde-fica.tsx';
import { ServicosDaUnidade } from './servicos-da-unidade.tsx';

type Unidade = NonNullable<OperationResults['Unidade']['unidade_by_pk']>;

/** The route refuses a unit that does not exist, so there is always one here. */
export function PaginaUnidade(): ReactElement | null {
  const unidade = useOperation(UnidadeDocument).unidade_by_pk;
  if (unidade === null) return null;
  return (
    <ComLateral
      rotuloDaLateral="Contato e endereço"
      lateral={
        <Secao titulo="Onde fica" id="onde-fica">
          <OndeFica unidade={unidade} />
        </Secao>
      }
    >
      <Pilha espaco="g">
        <Competencias competencias={unidade.competencias} />
        <Responsavel titular={unidade.titular} tipo={unidade.tipo} />
        <ServicosDaUnidade servicos={unidade.servicos} />
        <LugarNaEstrutura unidade={unidade} />
        <ListasDaUnidade categorias={unidade.categorias_documento} />
      </Pilha>
    </ComLateral>
  );
}

function Competencias({ competencias }: Pick<Unidade, 'competencias'>): ReactElement {
  const linhas = (competencias ?? '').split('\n').filter((linha) => linha.trim() !== '');
  return (
    <Secao titulo="O que faz" id="competencias">
      {linhas.length === 0 ? (
        <p>As competências desta unidade ainda não foram publicadas.</p>
      ) : (
        <Lista>
          {linhas.map((linha) => (
            <li key={linha}>{linha}</li>
          ))}
        </Lista>
      )}
    </Secao>
  );
}

function Responsavel({ titular, tipo }: Pick<Unidade, 'titular' | 'tipo'>): ReactElement | null {
  if (titular === null) return null;
  return (
    <Secao titulo="Quem responde" id="responsavel">
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
    </Secao>
  );
}

function LugarNaEstrutura({ unidade }: { readonly unidade: Unidade }): ReactElement {
  const { unidade_superior: superior, unidades_subordinadas: subordinadas, norma_criacao: norma } = unidade;
  return (
    <Secao titulo="Lugar na estrutura" id="estrutura" acao={{ href: routePath('organograma'), rotulo: 'Ver o organograma' }}>
      <Definicoes
        colunas
        itens={[
          {
            rotulo: 'Responde a',
            valor: superior === null ? null : <a href={routePath('unidade', { id: superior.id })}>{superior.nome}</a>,
          },
          {
            rotulo: contar(subordinadas.length, 'unidade ligada a ela', 'unidades ligadas a ela'),
            valor:
              subordinadas.length === 0 ? null : (
                <Lista lisa>
                  {subordinadas.map(({ id, nome, sigla }) => (
                    <li key={id}>
                      <a href={routePath('unidade', { id })}>{sigla === null ? nome : `${nome} (${sigla})`}</a>
                    </li>
                  ))}
                </Lista>
              ),
          },
          { rotulo: 'Norma que a criou', valor: norma === null ? null : <LinkDoDocumento documento={norma} /> },
        ]}
      />
    </Secao>
  );
}

function ListasDaUnidade({ categorias }: { readonly categorias: Unidade['categorias_documento'] }): ReactElement | null {
  if (categorias.length === 0) return null;
  return (
    <Secao titulo="Documentos pelos quais responde" id="documentos">
      <Lista lisa>
        {categorias.map(({ slug, rotulo }) => (
          <li key={slug}>
            <a href={routePath('documentos', { category: slug })}>{rotulo}</a>
          </li>
        ))}
      </Lista>
    </Secao>
  );
}
