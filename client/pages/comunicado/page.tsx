import type { ReactElement, ReactNode } from 'react';
import { ComunicadoDocument } from '../../../shared/graphql/generated/documents/Comunicado.ts';
import { termsOf } from '../../../shared/html/glossary.ts';
import { joinWithAnd } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { ExplainedText } from '../../components/content/explained-text/explained-text.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { type ArquivoParaBaixar, LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { estaEncerrado, prioridadeDe } from '../comunicados/comunicado-do-cartao.ts';

const TOM_DA_PRIORIDADE = { normal: 'neutral', alta: 'warning', urgente: 'error' } as const;

/** What the notice says in a sentence, of what kind it is, and until when it holds. */
export function PageOpening(): ReactElement | null {
  const { comunicado_by_pk: comunicado } = useOperation(ComunicadoDocument);
  if (comunicado === null) return null;
  const { resumo, valido_ate, tipo_comunicado, prioridade, prioridade_comunicado } = comunicado;
  return (
    <PageIntro
      lead={resumo}
      facts={{
        tipo: tipo_comunicado.rotulo,
        prioridade:
          prioridade === 'normal' ? null : <Badge tone={TOM_DA_PRIORIDADE[prioridadeDe(prioridade)]}>{prioridade_comunicado.rotulo}</Badge>,
        validade: valido_ate === null || estaEncerrado(comunicado) ? null : <DateTime date={valido_ate} prefix="Vale até" />,
      }}
    />
  );
}

export function PageComponent(): ReactElement | null {
  const { comunicado_by_pk: comunicado } = useOperation(ComunicadoDocument);
  if (comunicado === null) return null;
  const { corpo_html, valido_ate } = comunicado;
  const encerrado = estaEncerrado(comunicado);
  const arquivos = comunicado.arquivos.flatMap(({ arquivo, rotulo }) => (arquivo === null ? [] : [arquivoParaBaixar(arquivo, rotulo)]));
  return (
    <WithSidebar sidebarLabel="Sobre este comunicado" sidebar={<Ficha comunicado={comunicado} />}>
      {encerrado && valido_ate !== null ? (
        <Alert tone="info" title="Comunicado encerrado">
          <p>
            <DateTime date={valido_ate} prefix="Este comunicado valeu até" />. O texto continua aqui para consulta.
          </p>
        </Alert>
      ) : null}
      <ExplainedText html={corpo_html} terms={termsOf(comunicado)} />
      {arquivos.length === 0 ? null : <Anexos arquivos={arquivos} />}
    </WithSidebar>
  );
}

/** Names of the audiences that notices are written for; others are shown as they were typed. */
const PUBLICOS: Readonly<Record<string, string>> = {
  cidadao: 'qualquer pessoa',
  aposentado: 'aposentados',
  pensionista: 'pensionistas',
  servidor: 'servidores',
};

interface Fatos {
  readonly publicado_em: string | null;
  readonly valido_de: string | null;
  readonly valido_ate: string | null;
  readonly publico_alvo: readonly string[];
}

function Ficha({ comunicado }: { readonly comunicado: Fatos }): ReactElement {
  const { publicado_em, valido_de, valido_ate, publico_alvo } = comunicado;
  const data = (valor: string | null): ReactNode => (valor === null ? null : <DateTime date={valor} />);
  return (
    <Stack>
      <DescriptionList
        items={[
          { label: 'Publicado em', value: data(publicado_em) },
          { label: 'Vale a partir de', value: data(valido_de) },
          { label: 'Vale até', value: data(valido_ate) },
          { label: 'Para quem é', value: joinWithAnd(publico_alvo.map((publico) => PUBLICOS[publico] ?? publico)) },
        ]}
      />
      <PrintButton />
      <ArrowLink href={routePath('comunicados')}>Todos os comunicados</ArrowLink>
    </Stack>
  );
}

function Anexos({ arquivos }: { readonly arquivos: readonly ArquivoParaBaixar[] }): ReactElement {
  return (
    <Section title="Anexos">
      <ul>
        {arquivos.map((arquivo) => (
          <li key={arquivo.href}>
            <LinkDeArquivo arquivo={arquivo} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
