import type { ReactElement } from 'react';
import { Button } from '../../components/navigation/button/button.tsx';
import styles from './case-form.module.css';

interface Props {
  readonly keeps: boolean;
  readonly onChange: (keeps: boolean) => void;
  readonly onDiscard: () => void;
}

/** Asks before anything outlives the tab: the device may be another person's. */
export function DraftNotice({ keeps, onChange, onDiscard }: Props): ReactElement {
  return (
    <div className={styles.draft} data-so-com-script="">
      <div className={styles.option}>
        <input
          type="checkbox"
          id="guardar-rascunho"
          checked={keeps}
          aria-describedby="guardar-rascunho-efeito"
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <label htmlFor="guardar-rascunho">Guardar um rascunho neste aparelho enquanto escrevo</label>
        <p id="guardar-rascunho-efeito" className={styles.hint}>
          O texto fica só neste aparelho, sem os arquivos, por até 7 dias, e é apagado quando você envia. Não marque em um computador que
          outras pessoas usam. Se um envio falhar, o texto fica guardado até você fechar esta aba.
        </p>
      </div>
      <Button variant="subtle" onClick={onDiscard}>
        Descartar o rascunho e limpar o formulário
      </Button>
    </div>
  );
}
