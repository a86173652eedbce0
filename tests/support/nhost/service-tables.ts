/**
 * The tables of the services that nhost.toml pins, as the services make and track them, written down as data. Names and relationships of
 * `auth`: repository nhost/hasura-auth, src/metadata.ts. Columns and constraints of `auth`: the same, go/sql/auth_schema_dump.sql, commit
 * 88a98689 (the dump before the release that drops the key of user and provider). `storage`: repository nhost/nhost,
 * services/storage/migrations, and its metadata in hasura.go there, commit 72bca76a. The services' own tables of migrations are left out.
 */
export interface ServiceTable {
  readonly customName: string;
  /** Plural and singular of the root fields: `users`, `user`, `insertUsers`, `insertUser` and so on. */
  readonly roots: readonly [plural: string, singular: string];
  readonly isEnum?: true;
  /** Columns with a name of their own in GraphQL, by pairs: `created_at createdAt`. */
  readonly names: string;
  /** Object relationships by name, with their column; array relationships with table and column. */
  readonly objects?: Readonly<Record<string, string>>;
  readonly arrays?: Readonly<Record<string, string>>;
  /** One line a column: name, type, `!` where it is required, default. */
  readonly columns: string;
  /** One line a constraint, as Postgres prints it. */
  readonly constraints: string;
  readonly triggers?: readonly string[];
}

const TIMES = `
created_at timestamp with time zone ! now()
updated_at timestamp with time zone ! now()`;
const CASCADE = 'ON UPDATE CASCADE ON DELETE CASCADE';
const RESTRICT = 'ON UPDATE CASCADE ON DELETE RESTRICT';
const OF_A_USER = `fk_user FOREIGN KEY (user_id) REFERENCES auth.users(id) ${CASCADE}`;

const USERS: ServiceTable = {
  customName: 'users',
  roots: ['users', 'user'],
  names: `id id created_at createdAt updated_at updatedAt last_seen lastSeen disabled disabled display_name displayName
    avatar_url avatarUrl locale locale email email phone_number phoneNumber password_hash passwordHash email_verified emailVerified
    phone_number_verified phoneNumberVerified new_email newEmail otp_method_last_used otpMethodLastUsed otp_hash otpHash
    otp_hash_expires_at otpHashExpiresAt default_role defaultRole is_anonymous isAnonymous totp_secret totpSecret
    active_mfa_type activeMfaType ticket ticket ticket_expires_at ticketExpiresAt webauthn_current_challenge currentChallenge`,
  objects: { defaultRoleByRole: 'default_role' },
  arrays: {
    userProviders: 'auth.user_providers.user_id',
    roles: 'auth.user_roles.user_id',
    refreshTokens: 'auth.refresh_tokens.user_id',
    securityKeys: 'auth.user_security_keys.user_id',
  },
  columns: `
id uuid ! gen_random_uuid()${TIMES}
last_seen timestamp with time zone
disabled boolean ! false
display_name text ! ''::text
avatar_url text ! ''::text
locale character varying(2) !
email auth.email
phone_number text
password_hash text
email_verified boolean ! false
phone_number_verified boolean ! false
new_email auth.email
otp_method_last_used text
otp_hash text
otp_hash_expires_at timestamp with time zone ! now()
default_role text ! 'user'::text
is_anonymous boolean ! false
totp_secret text
active_mfa_type text
ticket text
ticket_expires_at timestamp with time zone ! now()
metadata jsonb
webauthn_current_challenge text`,
  constraints: `
active_mfa_types_check CHECK (((active_mfa_type = 'totp'::text) OR (active_mfa_type = 'sms'::text)))
fk_default_role FOREIGN KEY (default_role) REFERENCES auth.roles(role) ${RESTRICT}
users_email_key UNIQUE (email)
users_phone_number_key UNIQUE (phone_number)
users_pkey PRIMARY KEY (id)`,
  triggers: ['set_auth_users_updated_at'],
};

const REFRESH_TOKENS: ServiceTable = {
  customName: 'authRefreshTokens',
  roots: ['authRefreshTokens', 'authRefreshToken'],
  names: 'refresh_token_hash refreshTokenHash created_at createdAt expires_at expiresAt user_id userId',
  objects: { user: 'user_id' },
  columns: `
id uuid ! gen_random_uuid()
created_at timestamp with time zone ! now()
expires_at timestamp with time zone !
user_id uuid !
metadata jsonb
type text ! 'regular'::text
refresh_token_hash character varying(255)`,
  constraints: `
${OF_A_USER}
refresh_tokens_pkey PRIMARY KEY (id)
refresh_tokens_types_fkey FOREIGN KEY (type) REFERENCES auth.refresh_token_types(value) ON UPDATE RESTRICT ON DELETE RESTRICT`,
};

const USER_PROVIDERS: ServiceTable = {
  customName: 'authUserProviders',
  roots: ['authUserProviders', 'authUserProvider'],
  names: `id id created_at createdAt updated_at updatedAt user_id userId access_token accessToken refresh_token refreshToken
    provider_id providerId provider_user_id providerUserId`,
  objects: { user: 'user_id', provider: 'provider_id' },
  columns: `
id uuid ! gen_random_uuid()${TIMES}
user_id uuid !
access_token text !
refresh_token text
provider_id text !
provider_user_id text !`,
  constraints: `
fk_provider FOREIGN KEY (provider_id) REFERENCES auth.providers(id) ${RESTRICT}
${OF_A_USER}
user_providers_pkey PRIMARY KEY (id)
user_providers_provider_id_provider_user_id_key UNIQUE (provider_id, provider_user_id)
user_providers_user_id_provider_id_key UNIQUE (user_id, provider_id)`,
  triggers: ['set_auth_user_providers_updated_at'],
};

const BUCKETS: ServiceTable = {
  customName: 'buckets',
  roots: ['buckets', 'bucket'],
  names: `id id created_at createdAt updated_at updatedAt download_expiration downloadExpiration min_upload_file_size minUploadFileSize
    max_upload_file_size maxUploadFileSize cache_control cacheControl presigned_urls_enabled presignedUrlsEnabled`,
  arrays: { files: 'storage.files.bucket_id' },
  columns: `
id text !${TIMES}
download_expiration integer ! 30
min_upload_file_size integer ! 1
max_upload_file_size integer ! 50000000
cache_control text 'max-age=3600'::text
presigned_urls_enabled boolean ! true`,
  constraints: `
buckets_pkey PRIMARY KEY (id)
download_expiration_valid_range CHECK (((download_expiration >= 1) AND (download_expiration <= 604800)))`,
  triggers: ['check_default_bucket_delete', 'check_default_bucket_update', 'set_storage_buckets_updated_at'],
};

const FILES: ServiceTable = {
  customName: 'files',
  roots: ['files', 'file'],
  names: `id id created_at createdAt updated_at updatedAt bucket_id bucketId name name size size mime_type mimeType etag etag
    is_uploaded isUploaded uploaded_by_user_id uploadedByUserId metadata metadata`,
  objects: { bucket: 'bucket_id' },
  columns: `
id uuid ! gen_random_uuid()${TIMES}
bucket_id text ! 'default'::text
name text
size integer
mime_type text
etag text
is_uploaded boolean false
uploaded_by_user_id uuid
metadata jsonb`,
  constraints: `
files_pkey PRIMARY KEY (id)
fk_bucket FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ${CASCADE}`,
  triggers: ['set_storage_files_updated_at'],
};

export const SERVICE_TABLES: Readonly<Record<string, ServiceTable>> = {
  'auth.users': USERS,
  'auth.refresh_tokens': REFRESH_TOKENS,
  'auth.user_providers': USER_PROVIDERS,
  'auth.provider_requests': {
    customName: 'authProviderRequests',
    roots: ['authProviderRequests', 'authProviderRequest'],
    names: 'id id options options',
    columns: 'id uuid !\noptions jsonb',
    constraints: 'provider_requests_pkey PRIMARY KEY (id)',
  },
  'auth.providers': {
    customName: 'authProviders',
    roots: ['authProviders', 'authProvider'],
    names: 'id id',
    arrays: { userProviders: 'auth.user_providers.provider_id' },
    columns: 'id text !',
    constraints: 'providers_pkey PRIMARY KEY (id)',
  },
  'auth.refresh_token_types': {
    customName: 'authRefreshTokenTypes',
    roots: ['authRefreshTokenTypes', 'authRefreshTokenType'],
    isEnum: true,
    names: '',
    arrays: { refreshTokens: 'auth.refresh_tokens.type' },
    columns: 'value text !\ncomment text',
    constraints: 'refresh_token_types_pkey PRIMARY KEY (value)',
  },
  'auth.roles': {
    customName: 'authRoles',
    roots: ['authRoles', 'authRole'],
    names: 'role role',
    arrays: { userRoles: 'auth.user_roles.role', usersByDefaultRole: 'auth.users.default_role' },
    columns: 'role text !',
    constraints: 'roles_pkey PRIMARY KEY (role)',
  },
  'auth.user_roles': {
    customName: 'authUserRoles',
    roots: ['authUserRoles', 'authUserRole'],
    names: 'id id created_at createdAt user_id userId role role',
    objects: { user: 'user_id', roleByRole: 'role' },
    columns: 'id uuid ! gen_random_uuid()\ncreated_at timestamp with time zone ! now()\nuser_id uuid !\nrole text !',
    constraints: `
fk_role FOREIGN KEY (role) REFERENCES auth.roles(role) ${RESTRICT}
${OF_A_USER}
user_roles_pkey PRIMARY KEY (id)
user_roles_user_id_role_key UNIQUE (user_id, role)`,
  },
  'auth.user_security_keys': {
    customName: 'authUserSecurityKeys',
    roots: ['authUserSecurityKeys', 'authUserSecurityKey'],
    names: 'id id user_id userId credential_id credentialId credential_public_key credentialPublicKey',
    objects: { user: 'user_id' },
    columns: `
id uuid ! gen_random_uuid()
user_id uuid !
credential_id text !
credential_public_key bytea
counter bigint ! 0
transports character varying(255) ! ''::character varying
nickname text`,
    constraints: `
${OF_A_USER}
user_security_key_credential_id_key UNIQUE (credential_id)
user_security_keys_pkey PRIMARY KEY (id)`,
  },
  'storage.buckets': BUCKETS,
  'storage.files': FILES,
  'storage.virus': {
    customName: 'virus',
    roots: ['viruses', 'virus'],
    names: `id id created_at createdAt updated_at updatedAt file_id fileId filename filename virus virus user_session userSession`,
    objects: { file: 'file_id' },
    columns: `
id uuid !${TIMES}
file_id uuid !
filename text !
virus text !
user_session jsonb !`,
    constraints: `
virus_file_id_fkey FOREIGN KEY (file_id) REFERENCES storage.files(id)
virus_pkey PRIMARY KEY (id)`,
    triggers: ['set_storage_virus_updated_at'],
  },
};

/** The operations that the storage service sends as its caller (services/storage/metadata/client_gen.go, commit 0b560dcb). */
export const STORAGE_OPERATIONS: Readonly<Record<string, string>> = {
  GetFile: `query GetFile($id: uuid!) { file(id: $id) { ...FileMetadataFragment } }
    fragment FileMetadataFragment on files {
      id name size bucketId etag createdAt updatedAt isUploaded mimeType uploadedByUserId metadata
    }`,
  InsertFile: 'mutation InsertFile($object: files_insert_input!) { insertFile(object: $object) { id } }',
  UpdateFile: `mutation UpdateFile($id: uuid!, $_set: files_set_input!) {
      updateFile(pk_columns: {id: $id}, _set: $_set) { ...FileMetadataFragment }
    }
    fragment FileMetadataFragment on files {
      id name size bucketId etag createdAt updatedAt isUploaded mimeType uploadedByUserId metadata
    }`,
  DeleteFile: 'mutation DeleteFile($id: uuid!) { deleteFile(id: $id) { id } }',
};
