import type { ReactElement } from 'react';

/** An e-mail address that may break after its @, and nowhere else as long as it fits; other text stays as it is. */
export function EmailAddress({ value }: { readonly value: string }): ReactElement {
  const cut = value.indexOf('@') + 1;
  if (cut <= 1) return <>{value}</>;
  return (
    <>
      {value.slice(0, cut)}
      <wbr />
      {value.slice(cut)}
    </>
  );
}
