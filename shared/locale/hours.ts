/** Returns '8h' or '8h30' of an hour as '08:00'. */
export function writeHour(text: string): string {
  const [hours, minutes = '00'] = text.split(':');
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
}
