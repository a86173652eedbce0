/** What somebody is told who has tried too often to sign in or to confirm the password, on the pages of the server and of the own account. */

/** Returns the sentence. @param seconds until the next attempt; not a positive number where that is not known */
export function waitMessage(seconds: number): string {
  return `Muitas tentativas em pouco tempo. Espere ${seconds > 0 ? waitingTime(seconds) : 'alguns minutos'} e tente de novo.`;
}

/**
 * Whole minutes, and above two hours whole hours, rounded up: the limit of one-time codes holds for a day (attempt-limits.ts of the embedded backend).
 */
function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 120) return `${Math.ceil(minutes / 60)} horas`;
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`;
}
