import type { ReactElement } from 'react';
import type { MembroDoOrgaoFragment } from '../../../shared/graphql/generated/operations.ts';
import { formatDate } from '../../../shared/locale/dates.ts';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { EmailAddress } from '../../components/navigation/link/link.tsx';
import { dadosComuns, nomeDoMembro, periodoDoMembro } from './membros.ts';
import styles from './tabela-de-membros.module.css';

type Membro = MembroDoOrgaoFragment;

interface Props {
  readonly titulo: string;
  readonly membros: readonly Membro[];
  /** All members of now: what is the same for all of them is said once, outside the table. */
  readonly todos: readonly Membro[];
}

/** Members of a council as rows: who, whom they represent, and what differs from one to the other. */
export function TabelaDeMembros({ titulo, membros, todos }: Props): ReactElement {
  const comuns = dadosComuns(todos);
  const colunas = COLUNAS.filter(({ key }) => (key === 'mandato' ? comuns.mandato === null : key === 'ato' ? comuns.ato === null : true));
  return <Table caption={titulo} rows={membros} rowKey={({ id }) => id} columns={colunas} />;
}

const COLUNAS: readonly Column<Membro>[] = [
  { key: 'nome', label: 'Nome e cargo', width: 'wide', rowHeader: true, cell: (membro) => <Membro membro={membro} /> },
  { key: 'representa', label: 'Representa', cell: ({ representacao_membro }) => representacao_membro?.rotulo },
  { key: 'mandato', label: 'Mandato', cell: periodoDoMembro },
  { key: 'ato', label: 'Ato de nomeação', cell: ({ ato_nomeacao }) => ato_nomeacao && <LinkDoDocumento documento={ato_nomeacao} /> },
];

function Membro({ membro }: { readonly membro: Membro }): ReactElement {
  const { pessoa, cargo, condicao_membro } = membro;
  const email = pessoa?.email_institucional ?? null;
  return (
    <span className={styles.membro}>
      {nomeDoMembro(membro)}
      <span className={styles.cargo}>{cargo ?? condicao_membro.rotulo}</span>
      {pessoa?.minicurriculo ? <span className={styles.nota}>{pessoa.minicurriculo}</span> : null}
      {membro.certificacao === null ? null : <span className={styles.nota}>{certificacaoCurta(membro)}</span>}
      {email === null ? null : (
        <a href={`mailto:${email}`} className={styles.nota}>
          <EmailAddress value={email} />
        </a>
      )}
    </span>
  );
}

/** 'Certificação: básico, até 04/03/2027'; its full name is the same for most members, and stands below the table. */
function certificacaoCurta({ certificacao, nivel_certificacao, certificacao_validade, certificado }: Membro): string {
  const nivel = nivel_certificacao?.rotulo.toLowerCase() ?? certificacao;
  const validade =
    certificacao_validade === null ? '' : `, ${certificado === null ? 'vencida em' : 'até'} ${formatDate(certificacao_validade, 'short')}`;
  return `Certificação: ${nivel}${validade}`;
}
