import type { ReactElement, ReactNode } from 'react';
import type { OperationResults, ReuniaoDoOrgaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatarHora } from '../../../shared/locale/dates.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { useFuso } from '../../components/content/date-time/time-zone-context.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Titulo } from '../../components/content/heading/heading.tsx';
import { Lista } from '../../components/content/list/list.tsx';
import { TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { LinhaDoTempo } from '../../components/content/timeline/timeline.tsx';
import { nomeDaReuniao } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkExterno } from '../../components/navigation/external-link/external-link.tsx';
import type { Tom } from '../../components/types.ts';

type Orgao = OperationResults['OrgaoColegiado']['orgao_colegiado'][number];
type Realizada = Orgao['ultimas'][number];

/** The next meetings with place and agenda, then the last ones with their minutes. */
export function ReunioesDoOrgao({ proximas, ultimas }: Pick<Orgao, 'proximas' | 'ultimas'>): ReactElement {
  const [proxima, ...depois] = proximas;
  return (
    <>
      <Secao titulo="Próxima reunião" id="proxima-reuniao">
        {proxima === undefined ? <p>Não há reunião marcada no momento.</p> : <ReuniaoMarcada reuniao={proxima} />}
        {depois.length === 0 ? null : (
          <Pilha espaco="p">
            <Titulo nivel={3}>Depois dela</Titulo>
            <Lista>
              {depois.map((reuniao) => (
                <li key={reuniao.id}>
                  <DataHora data={reuniao.inicio} formato="data-hora" />: {nomeDaReuniao(reuniao)}
                </li>
              ))}
            </Lista>
          </Pilha>
        )}
      </Secao>
      {ultimas.length === 0 ? null : (
        <Secao titulo="Últimas reuniões" id="ultimas-reunioes">
          <LinhaDoTempo
            itens={ultimas.map((reuniao) => ({
              chave: reuniao.id,
              data: reuniao.inicio,
              titulo: nomeDaReuniao(reuniao),
              descricao: <ResultadoDaReuniao reuniao={reuniao} />,
              selo: { rotulo: reuniao.situacao_reuniao.rotulo, tom: tomDaReuniao(reuniao.situacao_reuniao.valor) },
            }))}
          />
        </Secao>
      )}
    </>
  );
}

const MODALIDADES: Readonly<Record<string, string>> = {
  presencial: 'Presencial',
  remota: 'À distância',
  hibrida: 'Presencial e à distância',
};

function ReuniaoMarcada({ reuniao }: { readonly reuniao: ReuniaoDoOrgaoFragment }): ReactElement {
  const fuso = useFuso();
  const fim = reuniao.fim === null ? '' : ` até ${formatarHora(reuniao.fim, fuso)}`;
  const pauta: ReactNode = reuniao.pauta_html === null ? null : <TextoRico html={reuniao.pauta_html} />;
  return (
    <Definicoes
      colunas
      itens={[
        { rotulo: 'Reunião', valor: nomeDaReuniao(reuniao) },
        { rotulo: 'Situação', valor: reuniao.situacao === 'prevista' ? null : reuniao.situacao_reuniao.rotulo },
        {
          rotulo: 'Quando',
          valor: (
            <>
              <DataHora data={reuniao.inicio} formato="data-hora" />
              {fim}
            </>
          ),
        },
        { rotulo: 'Onde', valor: reuniao.local },
        { rotulo: 'Forma', valor: reuniao.modalidade === null ? null : (MODALIDADES[reuniao.modalidade] ?? reuniao.modalidade) },
        { rotulo: 'Pauta', valor: pauta },
      ]}
    />
  );
}

function ResultadoDaReuniao({ reuniao: { ata, video_url, situacao } }: { readonly reuniao: Realizada }): ReactElement | null {
  if (ata === null && video_url === null) return situacao === 'realizada' ? <p>A ata ainda não foi publicada.</p> : null;
  return (
    <Lista lisa>
      {ata === null ? null : (
        <li>
          <LinkDoDocumento documento={ata} />
        </li>
      )}
      {video_url === null ? null : (
        <li>
          <LinkExterno href={video_url}>Assistir à gravação</LinkExterno>
        </li>
      )}
    </Lista>
  );
}

function tomDaReuniao(situacao: string): Tom {
  if (situacao === 'realizada') return 'sucesso';
  return situacao === 'cancelada' || situacao === 'adiada' ? 'alerta' : 'neutro';
}
