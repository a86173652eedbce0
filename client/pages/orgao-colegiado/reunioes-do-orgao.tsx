import type { ReactElement, ReactNode } from 'react';
import type { OperationResults, ReuniaoDoOrgaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatTime } from '../../../shared/locale/dates.ts';
import { MODALIDADES } from '../../../shared/open-data/reunioes.ts';
import { bodyPath } from '../../../shared/routes/body-path.ts';
import { dataAddress } from '../../../shared/routes/data-address.ts';
import { exportUrl } from '../../../shared/routes/url.ts';
import type { Tone } from '../../components/content/badge/badge.tsx';
import { DateTime, useTimeZone } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Heading } from '../../components/content/heading/heading.tsx';
import { List, RichText } from '../../components/content/rich-text/rich-text.tsx';
import { Timeline } from '../../components/content/timeline/timeline.tsx';
import { nomeDaReuniao } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ExternalLink } from '../../components/navigation/link/link.tsx';

type Orgao = OperationResults['OrgaoColegiado']['orgao_colegiado'][number];
type Realizada = Orgao['ultimas'][number];

/** The next meetings with place and agenda, then the last ones with their minutes. */
export function ReunioesDoOrgao({ chave, proximas, ultimas }: Pick<Orgao, 'chave' | 'proximas' | 'ultimas'>): ReactElement {
  const proxima = proximas.find(({ situacao }) => situacao !== 'cancelada');
  const outras = proximas.filter((reuniao) => reuniao !== proxima);
  return (
    <>
      <Section title="Próxima reunião" id="proxima-reuniao">
        {proxima === undefined ? <p>Não há reunião marcada no momento.</p> : <ReuniaoMarcada reuniao={proxima} />}
        {outras.length === 0 ? null : (
          <Stack gap="s">
            <Heading level={3}>Outras datas</Heading>
            <List>
              {outras.map((reuniao) => (
                <li key={reuniao.id}>
                  <DateTime date={reuniao.inicio} format="date-time" />: {nomeDaReuniao(reuniao)}
                  {reuniao.situacao === 'prevista' ? null : ` (${reuniao.situacao_reuniao.rotulo.toLowerCase()})`}
                </li>
              ))}
            </List>
          </Stack>
        )}
        <p>
          <a href={exportUrl(bodyPath(chave), 'ics')} data-recarregar="">
            Assinar a agenda deste órgão (iCalendar)
          </a>
          : copie o endereço para o seu programa de agenda, e as reuniões novas, adiadas ou canceladas aparecem nele.
        </p>
      </Section>
      {ultimas.length === 0 ? null : (
        <Section title="Últimas reuniões" id="ultimas-reunioes">
          <Timeline
            items={ultimas.map((reuniao) => ({
              key: reuniao.id,
              date: reuniao.inicio,
              title: nomeDaReuniao(reuniao),
              description: <ResultadoDaReuniao reuniao={reuniao} />,
              badge: { label: reuniao.situacao_reuniao.rotulo, tone: tomDaReuniao(reuniao.situacao_reuniao.valor) },
            }))}
          />
        </Section>
      )}
    </>
  );
}

function ReuniaoMarcada({ reuniao }: { readonly reuniao: ReuniaoDoOrgaoFragment }): ReactElement {
  const fuso = useTimeZone();
  const fim = reuniao.fim === null ? '' : ` até ${formatTime(reuniao.fim, fuso)}`;
  const pauta: ReactNode = reuniao.pauta_html === null ? null : <RichText html={reuniao.pauta_html} />;
  return (
    <DescriptionList
      columns
      items={[
        { label: 'Reunião', value: nomeDaReuniao(reuniao) },
        { label: 'Situação', value: reuniao.situacao === 'prevista' ? null : reuniao.situacao_reuniao.rotulo },
        {
          label: 'Quando',
          value: (
            <>
              <DateTime date={reuniao.inicio} format="date-time" />
              {fim}
            </>
          ),
        },
        { label: 'Onde', value: reuniao.local },
        { label: 'Forma', value: reuniao.modalidade === null ? null : (MODALIDADES[reuniao.modalidade] ?? reuniao.modalidade) },
        { label: 'Pauta', value: pauta },
        {
          label: 'Agenda',
          value: (
            <a href={dataAddress(`reunioes/${reuniao.id}`, 'ics')} data-recarregar="">
              Pôr na minha agenda
            </a>
          ),
        },
      ]}
    />
  );
}

function ResultadoDaReuniao({ reuniao: { ata, video_url, situacao } }: { readonly reuniao: Realizada }): ReactElement | null {
  if (ata === null && video_url === null) return situacao === 'realizada' ? <p>Ainda não publicamos a ata.</p> : null;
  return (
    <List plain>
      {ata === null ? null : (
        <li>
          <LinkDoDocumento documento={ata} />
        </li>
      )}
      {video_url === null ? null : (
        <li>
          <ExternalLink href={video_url}>Assistir à gravação</ExternalLink>
        </li>
      )}
    </List>
  );
}

function tomDaReuniao(situacao: string): Tone {
  if (situacao === 'realizada') return 'success';
  return situacao === 'cancelada' || situacao === 'adiada' ? 'warning' : 'neutral';
}
