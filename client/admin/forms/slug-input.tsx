/** The last part of an address, proposed from another field as long as the person has not written one. */
import { type ReactElement, useEffect, useRef } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { foldText } from '../../../shared/locale/fold.ts';

/** Longer addresses are cut by people who copy them. */
const LONGEST = 80;

/** Returns the text as the part of an address that the database accepts. */
export function slugOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '');
}

/** Draws the input. A row that exists keeps its address. */
export function SlugInput({ from, ...props }: TextInputProps & { readonly from: string }): ReactElement {
  const { setValue, getValues } = useFormContext();
  const origin: unknown = useWatch({ name: from });
  const proposed = useRef<string | null>(null);
  const { source } = props;
  useEffect(() => {
    const current: unknown = getValues(source);
    const isOwn = typeof current === 'string' && current !== '' && current !== proposed.current;
    if (isOwn || typeof origin !== 'string') return;
    const slug = slugOf(origin);
    if (slug === (current ?? '')) return;
    proposed.current = slug;
    setValue(source, slug, { shouldDirty: true });
  }, [origin, source, getValues, setValue]);
  return <TextInput {...props} />;
}
