/** The rich-text field as an input of react-admin's forms. */
import type { ReactElement } from 'react';
import { type InputProps, useInput, useTranslate } from 'react-admin';
import { HTML_PROFILES } from '../../../../shared/content/content-rules.ts';
import type { HtmlProfile } from '../../../../shared/html/allowed-html.ts';
import { lazyComponent } from '../../loading/lazy-component.tsx';
import type { PictureChooser } from './rich-text-dialog.tsx';

/** The editor of texts is a third of a form's code. */
export const RichTextField = lazyComponent({ load: async () => (await import('./rich-text-field.tsx')).RichTextField });

const PROFILES: ReadonlyMap<string, HtmlProfile> = new Map(Object.entries(HTML_PROFILES));

type RichTextInputProps = Pick<InputProps, 'source' | 'validate' | 'isRequired' | 'disabled' | 'readOnly' | 'defaultValue'> & {
  readonly label: string;
  readonly helperText?: string | undefined;
  readonly choosePicture?: PictureChooser;
};

/** An input whose profile follows from the name of its column, as on the site's pages. An empty text is null. */
export function RichTextInput({ label, helperText, choosePicture, ...input }: RichTextInputProps): ReactElement {
  const { field, fieldState, isRequired } = useInput({ ...input, parse: (html: string) => (html === '' ? null : html) });
  const translate = useTranslate();
  const { message } = fieldState.error ?? {};
  return (
    <RichTextField
      label={label}
      profile={PROFILES.get(input.source.split('.').at(-1) ?? '') ?? 'trecho'}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      choosePicture={choosePicture ?? null}
      required={isRequired}
      disabled={input.disabled === true || input.readOnly === true}
      error={message === undefined ? undefined : translate(message.replace(/^@@react-admin@@"?(.*?)"?$/, '$1'))}
      helperText={helperText}
    />
  );
}
