import type { ReactElement } from 'react';
import { Tabela } from '../../components/content/table/table.tsx';
import { Secao } from '../../components/layout/section/section.tsx';

/** Actions that each level asks for (manual of the programme, version 4.0). */
const NIVEIS = [
  { nivel: 'I', acoes: 18 },
  { nivel: 'II', acoes: 20 },
  { nivel: 'III', acoes: 22 },
  { nivel: 'IV', acoes: 24 },
] as const;

/** Actions that are asked for at every level (same source). */
const ESSENCIAIS = 13;

export function NiveisDoPrograma(): ReactElement {
  return (
    <Secao titulo="Como os níveis funcionam" id="niveis">
      <p>
        Há quatro níveis. Quanto mais alto, mais ações o instituto tem de cumprir. {ESSENCIAIS} ações são essenciais em todos os níveis. O
        nível final é o mais baixo entre os alcançados nas ações: não adianta ir bem em uma e mal em outra.
      </p>
      <Tabela
        legenda="Quantidade mínima de ações por nível (manual 4.0)"
        linhas={NIVEIS}
        chaveDaLinha={({ nivel }) => nivel}
        colunas={[
          { chave: 'nivel', rotulo: 'Nível', cabecalhoDeLinha: true, celula: ({ nivel }) => `Nível ${nivel}` },
          { chave: 'acoes', rotulo: 'Ações exigidas', alinhar: 'fim', celula: ({ acoes }) => acoes },
        ]}
      />
    </Secao>
  );
}
