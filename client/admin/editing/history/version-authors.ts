/** Who made a version of a row, in words. */

interface Named {
  readonly nome: string;
}

export interface VersionAuthors {
  readonly operacao: 'INSERT' | 'UPDATE' | 'DELETE' | null;
  readonly usuario: string | null;
  readonly autor: Named | null;
  /** The request for approval that the save ended; none of a content that nobody approves. */
  readonly pedido?: { readonly pedida_por: string | null; readonly autor: Named | null } | null;
}

const OPERATION_TEXTS = { INSERT: 'criou o conteúdo', UPDATE: 'salvou', DELETE: 'excluiu o conteúdo' } as const;

/** Says who made a version; of what another person approved, also who had sent it. */
export function whoMade({ operacao, usuario, autor, pedido }: VersionAuthors): string {
  if (operacao === null) return 'Como estava antes da primeira mudança registrada';
  const who = autor?.nome ?? 'O sistema';
  const isApproval = operacao === 'UPDATE' && pedido != null && pedido.pedida_por !== usuario;
  return isApproval ? `${who} aprovou o que ${pedido.autor?.nome ?? 'alguém que saiu'} enviou` : `${who} ${OPERATION_TEXTS[operacao]}`;
}
