import type { ReactElement } from 'react';
import type { ContatoDaUnidadeFragment } from '../../../shared/graphql/generated/operations.ts';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Table } from '../../components/content/table/table.tsx';
import { UnbrokenNumbers } from '../../components/content/unbroken-numbers/unbroken-numbers.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { contatosDaUnidade } from '../../components/people/contatos-da-unidade.ts';
import { type EnderecoDaUnidade, enderecoDoMapa, escreverEndereco, escreverHorario, type Horario, lerHorarios } from '../mapa/endereco.ts';
import styles from './unidade.module.css';

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
    <Stack>
      <BlocoDeContato contatos={contatosDaUnidade(contatos)} />
      <DescriptionList
        items={[
          {
            label: 'Endereço',
            value:
              endereco === '' ? null : (
                <address className={styles.endereco}>
                  <UnbrokenNumbers text={endereco} />
                </address>
              ),
          },
          { label: 'Acessibilidade do prédio', value: acessibilidade_local },
          { label: 'Horário de atendimento', value: horarios.length === 1 ? horarios.map(linhaDoHorario) : null },
        ]}
      />
      {latitude === null || longitude === null ? null : (
        <p>
          <LinkButton href={enderecoDoMapa(latitude, longitude)} variant="secondary" icon="lucide:map-pin" external>
            Como chegar
          </LinkButton>
        </p>
      )}
      {horarios.length < 2 ? null : (
        <Table
          caption={`Horário de atendimento: ${nome}`}
          rows={horarios}
          rowKey={({ dias, abre }) => `${dias} ${abre}`}
          columns={[
            { key: 'dias', label: 'Dias', rowHeader: true, cell: ({ dias }) => dias },
            { key: 'horas', label: 'Horário', cell: (item) => `das ${escreverHorario(item)}` },
          ]}
        />
      )}
    </Stack>
  );
}

/** 'Segunda a sexta, das 8h às 14h' */
export function linhaDoHorario(item: Horario): string {
  return `${item.dias}, das ${escreverHorario(item)}`;
}
