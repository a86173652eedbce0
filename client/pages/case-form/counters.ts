/** Counts the characters of texts: at once beside the field, and aloud when the typing pauses. */

/** Milliseconds. */
const PAUSE_MS = 1_000;

/** Starts the counters of a form and returns how to stop them. Texts that are there already, because they were typed before the script came, are counted. */
export function startCounters(form: HTMLFormElement): () => void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const write = (name: string, { id }: HTMLTextAreaElement, text: string): void =>
    form.querySelector(`[${name}="${id}"]`)?.replaceChildren(text);
  const textOf = ({ dataset, value }: HTMLTextAreaElement): string =>
    leftInWords(Number(dataset['contagem']) - Array.from(value.trim()).length);
  const show = (field: HTMLTextAreaElement): void => {
    const text = textOf(field);
    write('data-contador', field, text);
    clearTimeout(pause);
    pause = setTimeout(() => write('data-contador-falado', field, text), PAUSE_MS);
  };
  for (const field of form.querySelectorAll<HTMLTextAreaElement>('textarea[data-contagem]')) {
    if (field.value !== '') write('data-contador', field, textOf(field));
  }
  const onInput = ({ target }: Event): void => {
    if (target instanceof HTMLTextAreaElement && target.dataset['contagem'] !== undefined) show(target);
  };
  const onReset = (): void => {
    clearTimeout(pause);
    for (const count of form.querySelectorAll('[data-contador], [data-contador-falado]')) count.replaceChildren();
  };
  form.addEventListener('input', onInput);
  form.addEventListener('reset', onReset);
  return () => {
    clearTimeout(pause);
    form.removeEventListener('input', onInput);
    form.removeEventListener('reset', onReset);
  };
}

/** Returns what is left of the characters of a text; a negative number is what it has too many. */
export function leftInWords(left: number): string {
  return left < 0 ? `${written(-left)} a mais` : `${left === 1 ? 'Resta' : 'Restam'} ${written(left)}.`;
}

function written(count: number): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? 'caractere' : 'caracteres'}`;
}
