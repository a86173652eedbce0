-- Files, site-wide settings, redirects, the glossary and holidays; the bucket that everybody may read, and the role of editors.

-- What the site knows about a stored file. The id is that of storage.files and so the one in /nhostprovider/{id}.
-- `enviado_por` is an auth.users id without foreign key: a person may leave, the record of who sent the file stays. Deleting a file deletes
-- its description, unless something refers to that. Its earlier versions stay, for editors alone.
-- The focus is the point of a picture that stays in sight when it is cropped, in parts of its width and height. A file whose content is replaced
-- keeps its id and address; what it was stays as a file of its own that names it as its substitute. A file that was replaced by another keeps its
-- address: it names the newest one that took its place, and may be read as long as that one may.
create table public.arquivo (
  id uuid primary key references storage.files (id) on delete cascade,
  nome text not null check (nome <> ''),
  caminho_storage text,
  mime text not null,
  tamanho_bytes bigint not null check (tamanho_bytes >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  paginas integer check (paginas > 0),
  pesquisavel boolean,
  texto_extraido text,
  idioma text not null default 'pt-BR',
  alt text,
  largura integer check (largura > 0),
  altura integer check (altura > 0),
  enviado_por uuid,
  enviado_em timestamptz not null default now(),
  atualizado_em timestamptz not null default now(),
  versao integer not null default 1,
  foco_x real check (foco_x between 0 and 1),
  foco_y real check (foco_y between 0 and 1),
  substituido_por_id uuid references public.arquivo (id) on delete set null,
  -- What was confirmed in spite of the inspection of the upload: {codigos: [...], justificativa}.
  confirmacoes jsonb check (jsonb_typeof(confirmacoes) = 'object'),
  -- What that inspection could not look into, as codes: pictures within a document, pages without text.
  avisos jsonb check (jsonb_typeof(avisos) = 'array'),
  constraint arquivo_foco check ((foco_x is null) = (foco_y is null)),
  constraint arquivo_nao_se_substitui check (substituido_por_id <> id)
);

-- One row. Pictures are paths (/nhostprovider/{id}) of files in the bucket `publico`. An area of the site without a picture of its own for the
-- header shows `image_header`. `aviso_global` also says that the site is being worked on.
create table public.configuracao_site (
  id smallint primary key default 1 check (id = 1),
  nome text not null,
  sigla text not null,
  ente text not null,
  uf text not null check (uf ~ '^[A-Z]{2}$'),
  cnpj text,
  image_header text,
  logo text,
  favicon text,
  imagem_social text,
  cor_primaria text not null default '#1f5c4d' check (cor_primaria ~ '^#[0-9a-f]{6}$'),
  titulo_padrao text,
  descricao text,
  url_radar text,
  url_receitas_despesas text,
  url_pncp text,
  url_extrato_previdenciario text,
  aviso_global text,
  fuso_horario text not null default 'America/Sao_Paulo'
    check (timezone(fuso_horario, timestamptz '2000-01-01 00:00:00+00') is not null),
  criado_em timestamptz not null default now(),
  atualizado_em timestamptz not null default now(),
  versao integer not null default 1,
  exige_aprovacao boolean not null default false,
  image_header_transparencia text
    constraint configuracao_site_image_header_transparencia_aceito
      check (image_header_transparencia = '' or public.endereco_aceito(image_header_transparencia)),
  image_header_atendimento text
    constraint configuracao_site_image_header_atendimento_aceito
      check (image_header_atendimento = '' or public.endereco_aceito(image_header_atendimento)),
  image_header_instituto text
    constraint configuracao_site_image_header_instituto_aceito
      check (image_header_instituto = '' or public.endereco_aceito(image_header_instituto)),
  image_header_noticias text
    constraint configuracao_site_image_header_noticias_aceito
      check (image_header_noticias = '' or public.endereco_aceito(image_header_noticias)),
  constraint configuracao_site_image_header_aceito check (image_header = '' or public.endereco_aceito(image_header)),
  constraint configuracao_site_logo_aceito check (logo = '' or public.endereco_aceito(logo)),
  constraint configuracao_site_favicon_aceito check (favicon = '' or public.endereco_aceito(favicon)),
  constraint configuracao_site_imagem_social_aceito check (imagem_social = '' or public.endereco_aceito(imagem_social)),
  constraint configuracao_site_url_radar_aceito check (url_radar = '' or public.endereco_aceito(url_radar)),
  constraint configuracao_site_url_receitas_despesas_aceito
    check (url_receitas_despesas = '' or public.endereco_aceito(url_receitas_despesas)),
  constraint configuracao_site_url_pncp_aceito check (url_pncp = '' or public.endereco_aceito(url_pncp)),
  constraint configuracao_site_url_extrato_previdenciario_aceito
    check (url_extrato_previdenciario = '' or public.endereco_aceito(url_extrato_previdenciario))
);

-- The institute's calendar day. STABLE, so it is evaluated at each execution even in a prepared statement.
create function public.hoje() returns date
  language sql stable parallel safe
  return (now() at time zone coalesce((select fuso_horario from public.configuracao_site limit 1), 'America/Sao_Paulo'))::date;

create table public.redirecionamento (
  origem text primary key check (origem like '/%'),
  destino text check (destino <> '' and destino <> origem),
  codigo smallint not null default 308 check (codigo in (301, 302, 307, 308, 410)),
  criado_em timestamptz not null default now(),
  atualizado_em timestamptz not null default now(),
  versao integer not null default 1,
  -- Why an old address leads nowhere, for whoever still has it. A redirect needs no reason.
  motivo text check (motivo <> ''),
  constraint redirecionamento_com_destino check (codigo = 410 or destino is not null),
  constraint redirecionamento_motivo_da_retirada check (motivo is null or codigo = 410),
  constraint redirecionamento_destino_aceito check (codigo = 410 or public.endereco_aceito(destino))
);

create table public.termo_glossario (
  id bigint generated by default as identity primary key,
  termo text not null unique,
  sigla text,
  definicao text not null,
  fonte_url text,
  sinonimos text[] not null default '{}',
  criado_em timestamptz not null default now(),
  atualizado_em timestamptz not null default now(),
  versao integer not null default 1,
  constraint termo_glossario_fonte_url_aceito check (fonte_url = '' or public.endereco_aceito(fonte_url))
);

create table public.feriado (
  data date primary key,
  nome text not null,
  ambito text not null check (ambito in ('nacional', 'estadual', 'municipal')),
  atualizado_em timestamptz not null default now(),
  versao integer not null default 1
);

-- Bucket of what anyone may read whoever refers to it: header picture, logo, pictures inside HTML bodies.
insert into storage.buckets (id) values ('publico') on conflict (id) do nothing;

-- The role of those who write content; an account gets it from an administrator (auth.user_roles).
insert into auth.roles (role) values ('editor') on conflict (role) do nothing;
