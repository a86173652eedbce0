import type { ReactElement } from 'react';
import { UnidadesDocument } from '../../../shared/graphql/generated/documents/Unidades.ts';
import { contar } from '../../../shared/locale/numeros.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Pilha } from '../../components/conteudo.tsx';
import { Indice } from '../../components/indice.tsx';
import { Lide } from '../../components/texto-rico.tsx';
import { Vazio } from '../../components/vazio.tsx';
import { FichaDaUnidade } from './ficha-da-unidade.tsx';

export function PaginaMapa(): ReactElement {
  const { unidade: unidades } = useOperation(UnidadesDocument);
  if (unidades.length === 0) return <Vazio titulo="As unidades ainda não foram publicadas" icone="lucide:map-pin" />;
  return (
    <Pilha espaco="g">
      <Lide>
        {contar(unidades.length, 'unidade', 'unidades')} com endereço, telefone, horário e condições de acesso. O link “Como chegar” abre o
        mapa em outro site.
      </Lide>
      <Indice titulo="Unidades" itens={unidades.map(({ id, nome }) => ({ id: `unidade-${id}`, texto: nome, nivel: 2 }))} />
      {unidades.map((unidade) => (
        <FichaDaUnidade key={unidade.id} unidade={unidade} />
      ))}
    </Pilha>
  );
}
