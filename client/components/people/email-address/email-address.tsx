import type { ReactElement } from 'react';

/** An e-mail address that may break after its @, and nowhere else as long as it fits; other text stays as it is. */
export function EnderecoDeEmail({ valor }: { readonly valor: string }): ReactElement {
  const corte = valor.indexOf('@') + 1;
  if (corte <= 1) return <>{valor}</>;
  return (
    <>
      {valor.slice(0, corte)}
      <wbr />
      {valor.slice(corte)}
    </>
  );
}
