/** One step of a service. */
export interface EtapaDoServico {
  readonly titulo: string;
  readonly descricao: string | null;
}

/** Reads the column `servico.etapas`; entries of another shape are left out. */
export function lerEtapas(valor: unknown): readonly EtapaDoServico[] {
  if (!Array.isArray(valor)) return [];
  return valor.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { titulo, descricao } = item as Record<string, unknown>;
    if (typeof titulo !== 'string' || titulo === '') return [];
    return [{ titulo, descricao: typeof descricao === 'string' && descricao !== '' ? descricao : null }];
  });
}

/** Returns the longest time that a service may take, in words. */
export function prazoEmPalavras(dias: number): string {
  return dias === 1 ? 'Na hora ou em 1 dia' : `Em até ${dias} dias`;
}

interface TempoECusto {
  readonly prazo_maximo_dias: number | null;
  readonly custo: string | null;
}

/** What people ask first of a service, on one line: 'Em até 60 dias · Gratuito'; undefined where nothing is said. */
export function tempoECusto({ prazo_maximo_dias, custo }: TempoECusto): string | undefined {
  const fatos = [prazo_maximo_dias === null ? null : prazoEmPalavras(prazo_maximo_dias), custo].filter(
    (fato) => fato !== null && fato !== '',
  );
  return fatos.length === 0 ? undefined : fatos.join('\u00a0· ');
}
