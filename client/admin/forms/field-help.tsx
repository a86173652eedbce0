/**
 * What helps to fill a field stays below it when the field is refused, beside what is wrong (WCAG 2.2, 3.3.1 and 3.3.2). The inputs of react-admin
 * put the error in place of the help.
 */
import Box from '@mui/material/Box';
import { type ComponentProps, createContext, type ReactElement, type ReactNode, use } from 'react';
import { characterCount } from '../../../shared/cases/fields.ts';
import { longTextMessage } from '../../../shared/cases/messages.ts';

const HelpContext = createContext('');

interface HelpOfFieldProps {
  readonly help: string;
  readonly children: ReactNode;
}

/** Says what helps to fill the input inside. */
export function HelpOfField({ help, children }: HelpOfFieldProps): ReactElement {
  return <HelpContext value={help}>{children}</HelpContext>;
}

/** The element that MUI puts below an input, which the input names as its description. */
export function HelperTextRoot({ className = '', children, ...attributes }: ComponentProps<'p'>): ReactElement {
  const help = use(HelpContext);
  const isFault = className.split(' ').includes('Mui-error');
  return (
    <p className={className} {...attributes}>
      {isFault ? faultAndHelp(children, help) : children}
    </p>
  );
}

/** Says that a text is too long, before it is sent: an input with a bound of its own would cut the end of what is pasted without a word. */
export function faultOfLength(text: string, most: number): string | undefined {
  return characterCount(text) > most ? longTextMessage(most) : undefined;
}

/** Returns what is wrong and, below it, the help; undefined where there is neither. */
export function faultAndHelp(fault: ReactNode, help: string | undefined): ReactNode {
  if (fault === undefined || help === undefined || help === '') return fault ?? help;
  return (
    <>
      <Box component="span" sx={{ display: 'block' }}>
        {fault}
      </Box>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {help}
      </Box>
    </>
  );
}
