import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactElement } from 'react';
import { Link, Title } from 'react-admin';

interface UnavailableScreenProps {
  /** Title of the screen that cannot be shown. */
  readonly title: string;
  readonly reason: string;
  readonly back?: { readonly to: string; readonly label: string };
}

const TO_THE_START = { to: '/', label: 'Voltar ao início' };

/** Who gives a right to an account. */
const ASK = 'Se o seu trabalho precisa disso, peça a um administrador do site.';

/** A screen that cannot be shown: its title, the reason, and a way on. */
export function UnavailableScreen({ title, reason, back = TO_THE_START }: UnavailableScreenProps): ReactElement {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', paddingBlockStart: 2 }}>
      <Title title={title} />
      <Typography role="alert">{reason}</Typography>
      <Link to={back.to}>{back.label}</Link>
    </Box>
  );
}

/** What an address of the application shows that leads to no screen, or to one that this person may not see. */
export function MissingScreen(): ReactElement {
  return (
    <UnavailableScreen title="Tela não encontrada" reason={`Não há tela neste endereço, ou a sua conta não tem acesso a ela. ${ASK}`} />
  );
}

/** The screens of cases, for a person who does not answer citizens. */
export function NoCasesScreen(): ReactElement {
  return <UnavailableScreen title="Casos dos cidadãos" reason={`Sua conta não responde aos cidadãos. ${ASK}`} />;
}
