/** A step of the approval, and the sentence that tells what became of it. */
import { useNotify } from 'react-admin';

/** Returns what takes a step and tells what became of it; it answers whether the step was taken. */
export function useStep(): (work: () => Promise<boolean>, words: string) => Promise<boolean> {
  const notify = useNotify();
  return async (work, words) => {
    try {
      const isDone = await work();
      notify(isDone ? words : 'Outra pessoa foi mais rápida: veja como o conteúdo está agora.', { type: isDone ? 'success' : 'warning' });
      return isDone;
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ra.notification.http_error', { type: 'error' });
      return false;
    }
  };
}
