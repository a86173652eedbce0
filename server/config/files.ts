/** Where the files are: what several variables say together, and what they cannot say at once. */

export type FilesConfig =
  | { readonly kind: 'directory'; readonly path: string }
  | {
      readonly kind: 's3';
      /** Without a slash at its end. */
      readonly endpoint: string;
      readonly bucket: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
    };

interface FilesValues {
  readonly SHARED_FILES_DIR: string | null;
  readonly S3_ENDPOINT: string | null;
  readonly S3_BUCKET: string | null;
  readonly S3_REGION: string;
  readonly S3_ACCESS_KEY_ID: string | null;
  readonly S3_SECRET_ACCESS_KEY: string | null;
}

/** Variables that a bucket needs all of; the region has a default. */
const S3_VARIABLES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** The faults of the variables that are set, one line each; no value of theirs is in it. */
export function filesFaults(given: Readonly<Record<string, string>>): readonly string[] {
  const faults: string[] = [];
  const missing = S3_VARIABLES.filter((name) => given[name] === undefined);
  const present = [...S3_VARIABLES, 'S3_REGION'].filter((name) => given[name] !== undefined);
  if (present.length > 0 && missing.length > 0) {
    faults.push(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing; ${present.join(' and ')} cannot work without`);
  }
  const places = [
    ...(given['SHARED_FILES_DIR'] === undefined ? [] : ['SHARED_FILES_DIR']),
    ...(present.length === 0 ? [] : ['S3_ENDPOINT']),
    ...(given['STORAGE_URL'] === undefined ? [] : ['STORAGE_URL']),
  ];
  if (places.length > 1) faults.push(`${places.join(' and ')} name ${places.length} places for the files; set one of them`);
  return faults;
}

/** The place that the variables name; null where the files are with the rows. They have no fault. */
export function filesConfig(values: FilesValues): FilesConfig | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values;
  if (S3_ENDPOINT !== null && S3_BUCKET !== null && S3_ACCESS_KEY_ID !== null && S3_SECRET_ACCESS_KEY !== null) {
    return {
      kind: 's3',
      endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
      bucket: S3_BUCKET,
      region: values.S3_REGION,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    };
  }
  return values.SHARED_FILES_DIR === null ? null : { kind: 'directory', path: values.SHARED_FILES_DIR };
}
