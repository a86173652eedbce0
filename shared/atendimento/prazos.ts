/** Legal terms of the service channels, in calendar days. */

/** Lei nº 12.527/2011. */
export const PRAZOS_DO_SIC = {
  /** Art. 11, § 1º: the answer, where it cannot be given at once. */
  resposta: 20,
  /** Art. 11, § 2º: its one extension, with a reason that the citizen is told. */
  prorrogacao: 10,
  /** Art. 15: the citizen's appeal, from the day on which the answer is known. */
  recurso: 10,
  /** Art. 15: the decision on the appeal. */
  decisaoDoRecurso: 5,
  /** Decreto nº 7.724/2012, art. 22: the decision on a complaint that no answer came. */
  decisaoDaReclamacao: 5,
} as const;

/** Lei nº 13.460/2017, art. 16: answer and its one extension, counted from reception. */
export const PRAZOS_DA_OUVIDORIA = { resposta: 30, prorrogacao: 30 } as const;
