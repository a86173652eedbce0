import type { ReactElement } from 'react';
import type { ContatoDaUnidadeFragment } from '../../../shared/graphql/generated/operations.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Tabela } from '../../components/content/table/table.tsx';
import { Pilha } from '../../components/layout/column/column.tsx';
import { LinkBotao } from '../../components/navigation/button/button.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { contatosDaUnidade } from '../../components/people/contatos-da-unidade.ts';
import { type EnderecoDaUnidade, enderecoDoMapa, escreverEndereco, escreverHorario, lerHorarios } from '../mapa/endereco.ts';
import estilos from './unidade.module.css';

interface LugarDaUnidade extends EnderecoDaUnidade {
  readonly nome: string;
  readonly acessibilidade_local: string | null;
  readonly horario: unknown;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly contatos: readonly ContatoDaUnidadeFragment[];
}

/** How to reach a unit: contacts, address, way, hours, access to the building. */
export function OndeFica({ unidade }: { readonly unidade: LugarDaUnidade }): ReactElement {
  const { nome, acessibilidade_local, horario, latitude = null, longitude = null, contatos } = unidade;
  const endereco = escreverEndereco(unidade);
  const horarios = lerHorarios(horario);
  return (
    <Pilha>
      <BlocoDeContato contatos={contatosDaUnidade(contatos)} />
      <Definicoes
        itens={[
          { rotulo: 'Endereço', valor: endereco === '' ? null : <address className={estilos.endereco}>{endereco}</address> },
          { rotulo: 'Acessibilidade do prédio', valor: acessibilidade_local },
        ]}
      />
      {latitude === null || longitude === null ? null : (
        <p>
          <LinkBotao href={enderecoDoMapa(latitude, longitude)} variante="secundario" icone="lucide:map-pin" externo>
            Como chegar
          </LinkBotao>
        </p>
      )}
      {horarios.length === 0 ? null : (
        <Tabela
          legenda={`Horário de atendimento: ${nome}`}
          linhas={horarios}
          chaveDaLinha={({ dias, abre }) => `${dias} ${abre}`}
          colunas={[
            { chave: 'dias', rotulo: 'Dias', cabecalhoDeLinha: true, celula: ({ dias }) => dias },
            { chave: 'horas', rotulo: 'Horário', celula: (item) => `das ${escreverHorario(item)}` },
          ]}
        />
      )}
    </Pilha>
  );
}
