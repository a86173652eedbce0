import type { ReactElement } from 'react';
import type { DocumentoCitadoFragment } from '../../../shared/graphql/generated/operations.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Heading } from '../../components/content/heading/heading.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import type { Documento } from './arquivos-do-documento.tsx';
import styles from './documento.module.css';

type ComRelacoes = Pick<
  Documento,
  'substitui' | 'substituido_por' | 'revoga' | 'revogado_por' | 'relacoes' | 'relacoes_inversas' | 'contratos'
>;

export interface GrupoDeRelacoes {
  readonly rotulo: string;
  readonly documentos: readonly DocumentoCitadoFragment[];
}

/** Related documents by kind of relation, in both directions; a document appears once in each group. */
export function gruposDeRelacoes(documento: ComRelacoes): readonly GrupoDeRelacoes[] {
  const pares: readonly (readonly [string, DocumentoCitadoFragment | null])[] = [
    ['Substitui', documento.substitui],
    ...documento.substituido_por.map((citado) => ['Substituído por', citado] as const),
    ...documento.revoga.map((citado) => ['Revoga', citado] as const),
    ['Revogado por', documento.revogado_por],
    ...documento.relacoes.map(({ tipo_relacao, para }) => [tipo_relacao.rotulo, para] as const),
    ...documento.relacoes_inversas.map(({ tipo_relacao, de }) => [tipo_relacao.rotulo_inverso, de] as const),
    ...contratosSemRelacao(documento).map((citado) => ['Contratos que vieram desta licitação', citado] as const),
  ];
  const grupos = new Map<string, Map<number, DocumentoCitadoFragment>>();
  for (const [rotulo, citado] of pares) {
    if (citado === null) continue;
    const grupo = grupos.get(rotulo) ?? new Map<number, DocumentoCitadoFragment>();
    grupos.set(rotulo, grupo.set(citado.id, citado));
  }
  return [...grupos].map(([rotulo, citados]) => ({ rotulo, documentos: [...citados.values()] }));
}

/** Contracts name their tender; most are declared its result too, and once is enough. */
function contratosSemRelacao({ contratos, relacoes_inversas }: ComRelacoes): ComRelacoes['contratos'] {
  const declarados = new Set(relacoes_inversas.map(({ de_id }) => de_id));
  return contratos.filter(({ id }) => !declarados.has(id));
}

export function RelacoesDoDocumento({ documento }: { readonly documento: Documento }): ReactElement | null {
  const grupos = gruposDeRelacoes(documento);
  if (grupos.length === 0) return null;
  return (
    <Section title="Documentos relacionados" id="relacionados">
      <div className={styles.grupos}>
        {grupos.map(({ rotulo, documentos }) => (
          <div key={rotulo} className={styles.grupo}>
            <Heading level={3}>{rotulo}</Heading>
            <List plain>
              {documentos.map((citado) => (
                <li key={citado.id}>
                  <LinkDoDocumento documento={citado} />
                  {citado.data_ato === null ? null : (
                    <span className={styles.dataDoCitado}>
                      {' '}
                      <DateTime date={citado.data_ato} format="short" />
                    </span>
                  )}
                </li>
              ))}
            </List>
          </div>
        ))}
      </div>
    </Section>
  );
}
