/** Legal terms of the service channels, in calendar days. */

/** Lei nº 12.527/2011, arts. 11, 15 and 16: answer, its one extension, appeal and decision on the appeal. */
export const PRAZOS_DO_SIC = { resposta: 20, prorrogacao: 10, recurso: 10, decisaoDoRecurso: 5 } as const;

/** Lei nº 13.460/2017, art. 16: answer and its one extension, counted from reception. */
export const PRAZOS_DA_OUVIDORIA = { resposta: 30, prorrogacao: 30 } as const;
