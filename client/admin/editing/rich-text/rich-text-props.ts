import type { HtmlProfile } from '../../../../shared/html/allowed-html.ts';
import type { PictureChooser } from './rich-text-dialog.tsx';

export interface RichTextFieldProps {
  readonly label: string;
  readonly profile: HtmlProfile;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: () => void;
  readonly choosePicture: PictureChooser | null;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
  readonly helperText?: string | undefined;
}
