/** Counts the characters of texts: at once beside the field, and aloud when the typing pauses. */

/** Milliseconds. */
const PAUSE_MS = 1_000;

/** Starts the counters of a form and returns how to stop them. */
export function startCounters(form: HTMLFormElement): () => void {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const show = (field: HTMLTextAreaElement): void => {
    const left = Number(field.dataset['contagem']) - Array.from(field.value.trim()).length;
    const text = leftInWords(left);
    const at = (name: string): Element | null => form.querySelector(`[${name}="${field.id}"]`);
    at('data-contador')?.replaceChildren(text);
    clearTimeout(pause);
    pause = setTimeout(() => at('data-contador-falado')?.replaceChildren(text), PAUSE_MS);
  };
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
