/**
 * A decimal in Brazilian notation, whatever language the browser has: an input of numbers (`type=number`) takes the comma for a sign that it does
 * not know in most of them, and drops it. The form has the value, or the text as it was typed where that is none, which the validator refuses.
 */
import type { ReactElement } from 'react';
import { NumberInput, type NumberInputProps, type Validator } from 'react-admin';
import { type DecimalReading, type DecimalSize, formatDecimal, readDecimal } from '../../../shared/locale/decimals.ts';

export interface DecimalInputProps extends NumberInputProps {
  /** Size of the column. */
  readonly column: DecimalSize;
  /** Places that are shown where the value has fewer. */
  readonly places?: number;
  /** The keyboard of decimals on a telephone, which has no minus on some. */
  readonly hasMinus?: boolean;
}

/** Draws the input. What was typed is shown as it was understood once the focus is elsewhere. */
export function DecimalInput({ column, places = 0, hasMinus = true, ...props }: DecimalInputProps): ReactElement {
  return (
    <NumberInput
      {...props}
      type="text"
      slotProps={{ htmlInput: { inputMode: hasMinus ? 'text' : 'decimal', step: undefined, autoComplete: 'off' } }}
      format={(value: unknown) => shownAs(value, column, places)}
      // The type of the property has numbers alone; an input of texts gives its text.
      parse={(typed: number) => valueOf(String(typed), column) as number}
    />
  );
}

function shownAs(value: unknown, size: DecimalSize, places: number): string {
  if (typeof value === 'number') return formatDecimal(value, places);
  if (typeof value !== 'string') return '';
  const reading = readDecimal(value, size);
  return reading.kind === 'read' ? formatDecimal(reading.value, places) : value;
}

function valueOf(typed: string, size: DecimalSize): number | string | null {
  const reading = readDecimal(typed, size);
  switch (reading.kind) {
    case 'absent':
      return null;
    case 'read':
      return reading.value;
    case 'refused':
      return typed;
  }
}

/** Returns what refuses a text that is no value of a column of this size. */
export function isDecimal(size: DecimalSize, example: string): Validator {
  return (value: unknown) => {
    // A number has been read, or is stored.
    const reading: DecimalReading = typeof value === 'string' ? readDecimal(value, size) : { kind: 'absent' };
    return reading.kind === 'refused' ? refusal(reading.reason, size, example) : undefined;
  };
}

function refusal(
  reason: Extract<DecimalReading, { kind: 'refused' }>['reason'],
  { precision, scale }: DecimalSize,
  example: string,
): string {
  switch (reason) {
    case 'unreadable':
      return `Não é possível ler este número. Escreva como ${example}.`;
    case 'places':
      return `Este campo aceita até ${scale} casas depois da vírgula, como ${example}.`;
    case 'digits':
      return `Este campo aceita até ${precision - scale} algarismos antes da vírgula.`;
    case 'precision':
      return 'Este número tem algarismos demais: o site guarda até 15, sem arredondar.';
  }
}
