/** What an institution has still to do, as long as something of it is missing, and where the site says what else the law asks. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type ReactElement, use } from 'react';
import { Link } from 'react-admin';
import { routePath } from '../../../../shared/routes/url.ts';
import { localDay } from '../../../../shared/time/local-day.ts';
import { siteSendsMail } from '../../cases/case-words.ts';
import { AccessContext } from '../../session/contexts.ts';
import { useNow } from '../../time/clock.ts';
import { useTimeZone } from '../../time/institution-time.ts';
import { missingSteps } from './missing-steps.ts';
import type { DashboardReport } from './report.ts';

/** The longest term that a citizen is told today, with room for a weekend: 30 days. */
const TERM_MS = 30 * 86_400_000;

/** Draws the steps; nothing when all are done. */
export function FirstSteps({ report }: { readonly report: DashboardReport }): ReactElement | null {
  const access = use(AccessContext);
  const holidaysUntil = localDay(useNow() + TERM_MS, useTimeZone());
  const steps = missingSteps(report, { access, holidaysUntil });
  if (steps.length === 0) return null;
  return (
    <Alert severity="info" role="note" sx={{ mt: 2 }}>
      <AlertTitle component="h2">O que ainda falta ao site</AlertTitle>
      {/* Links one above the other need 24 px each (WCAG 2.2, 2.5.8). */}
      <Box component="ol" sx={{ pl: 3, '& > li': { py: 0.5 } }}>
        {steps.map(({ text, to }) => (
          <li key={text}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </Box>
      {!siteSendsMail() && access.has('users') && (
        <Typography variant="body2">
          O site ainda não envia e-mails: nem avisos aos cidadãos, nem links para quem esqueceu a senha. Peça a quem o instala que informe o
          servidor de e-mail (SMTP_URL).
        </Typography>
      )}
      <Typography variant="body2">
        O que mais a lei pede, e onde cada coisa está no site:{' '}
        <MuiLink href={routePath('pntp')} target="_blank" rel="noopener">
          autoavaliação da transparência (abre em outra aba)
        </MuiLink>
        .
      </Typography>
    </Alert>
  );
}
