-- The cases themselves and what belongs to each: the person, the profile, the history, the files, the appeals, and every reading of personal data.

-- The keys that access codes and numbers of documents were made with. `conferencia` is a text that the key has encrypted; no key is here.
create table casos.chave (
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  conferencia text not null check (char_length(conferencia) between 1 and 200),
  desde timestamptz not null
);

-- `chave` makes a submission happen once, `codigo_hash` is all that is kept of the access code. `prazo_em` is the last day of the present term,
-- `recurso_ate` the last day on which the citizen may appeal or reopen. `unidade_id` is that of a unit, without foreign key: a case outlives the
-- unit, and emptying the content must never reach the cases. `andamento` is what an update records beside it; it is never kept.
create table casos.caso (
  id uuid primary key default gen_random_uuid(),
  canal text not null references public.canal_atendimento (canal),
  protocolo text not null unique,
  chave text unique check (char_length(chave) between 1 and 200),
  codigo_hash text check (char_length(codigo_hash) between 16 and 200),
  situacao text not null,
  aberto boolean not null,
  tipo text check (tipo in ('denuncia', 'reclamacao', 'solicitacao', 'sugestao', 'elogio', 'simplifique')),
  identificacao text not null check (identificacao in ('identificada', 'sigilosa', 'anonima')),
  assunto_id bigint references public.assunto (id),
  unidade_id bigint,
  texto text check (char_length(texto) between 1 and 10000),
  local_fato text check (char_length(local_fato) <= 500),
  data_fato date,
  envolvidos text check (char_length(envolvidos) <= 2000),
  forma_resposta text check (forma_resposta in ('email', 'protocolo', 'correspondencia', 'retirada')),
  formato_desejado text check (formato_desejado in ('pdf', 'planilha', 'outro')),
  canal_entrada text not null default 'site' check (canal_entrada in ('site', 'presencial', 'telefone', 'carta', 'email', 'falabr')),
  origem_rota text check (char_length(origem_rota) <= 300),
  registrado_em timestamptz not null,
  prazo_em date,
  prorrogado_em timestamptz,
  prorrogacao_justificativa text check (prorrogacao_justificativa <> ''),
  aguardando_desde timestamptz,
  respondido_em timestamptz,
  respondido_no_prazo boolean,
  resposta text check (resposta <> ''),
  tipo_resposta text check (tipo_resposta in ('acesso_concedido', 'acesso_parcialmente_concedido', 'acesso_negado', 'informacao_inexistente',
    'nao_e_pedido_de_informacao', 'orgao_sem_competencia', 'pergunta_duplicada')),
  fundamento_negativa text check (fundamento_negativa in ('dado_pessoal', 'sigilo_legal', 'informacao_classificada', 'pedido_generico',
    'desproporcional', 'trabalho_adicional', 'segredo')),
  resposta_publica boolean not null default false,
  recurso_ate date,
  reaberto_em timestamptz,
  concluido_em timestamptz,
  arquivamento_motivo text check (arquivamento_motivo in ('sem_elementos_minimos', 'duplicada', 'fora_de_competencia')),
  orgao_destino text check (orgao_destino <> ''),
  satisfacao smallint check (satisfacao between 1 and 5),
  satisfacao_texto text check (char_length(satisfacao_texto) <= 2000),
  resolutividade text check (resolutividade in ('resolvida', 'parcial', 'nao_resolvida')),
  demonstracao boolean not null default false,
  andamento jsonb check (andamento is null),
  eliminado_em timestamptz,
  versao integer not null default 1,
  atualizado_em timestamptz not null default now(),
  identificado boolean not null generated always as (identificacao <> 'anonima') stored,
  -- A key of cases that was replaced can be taken away when no case needs it any more: each case says with which key its code and its document were
  -- made, and both are made again with the key in use. Null: registered without its name.
  cifrado_com text references casos.chave (id),
  area_prazo_em date,
  area_prorrogado_em timestamptz,
  -- The staff's search finds words in the texts of cases through an index. Text without accents and on one line, with a space before each word: a
  -- word of one or two letters is found at its beginning, where groups of three letters are. The column goes with the text when a case is erased.
  busca_texto text generated always as (' ' || regexp_replace(public.pt_sem_acento(texto), '\s+', ' ', 'g')) stored,
  -- The answer after a reopening is rated as the first was. Until it is, the first rating counts, and then it stays in the notes of the staff.
  avaliacao_anterior boolean not null default false,
  foreign key (canal, situacao) references casos.situacao (canal, situacao),
  unique (id, identificado),
  constraint caso_tipo_da_ouvidoria check ((canal = 'ouvidoria') = (tipo is not null)),
  constraint caso_anonimo_so_na_ouvidoria check (identificado or canal = 'ouvidoria'),
  constraint caso_completo check (eliminado_em is not null or (texto is not null and chave is not null and codigo_hash is not null)),
  constraint caso_prorrogado_com_justificativa check (eliminado_em is not null or prorrogado_em is null or prorrogacao_justificativa is not null),
  constraint caso_respondido_com_data check (resposta is null or respondido_em is not null),
  constraint caso_negado_com_fundamento check (
    tipo_resposta not in ('acesso_negado', 'acesso_parcialmente_concedido') or fundamento_negativa is not null)
);
-- The staff's lists: what is owed, by its term; each state, newest first; the newest of all. Each order and each filter by itself has an index, so
-- that a list costs what it shows. A statement that is planned once for all values cannot use an index of open cases alone, so `aberto` is a column
-- of these.
create index caso_por_prazo on casos.caso (aberto, prazo_em, id);
create index caso_por_fase on casos.caso (aberto, registrado_em desc, id desc);
create index caso_por_canal on casos.caso (canal, registrado_em desc, id desc);
create index caso_por_situacao on casos.caso (canal, situacao, registrado_em desc);
create index caso_por_registro on casos.caso (registrado_em desc);
create index caso_por_tipo on casos.caso (tipo, registrado_em desc, id desc) where tipo is not null;
create index caso_por_assunto on casos.caso (assunto_id, registrado_em desc, id desc);
create index caso_por_unidade on casos.caso (unidade_id, registrado_em desc, id desc) where unidade_id is not null;
create index caso_por_protocolo on casos.caso using gin (protocolo gin_trgm_ops) with (fastupdate = off);
create index caso_por_prazo_da_area on casos.caso (area_prazo_em, id) where area_prazo_em is not null;
-- Many write here and few search, so what is new waits in the list of the index until there is more of it.
create index caso_por_palavras on casos.caso using gin (busca_texto gin_trgm_ops);
-- What the passing of time ends: answers whose term of appeal is over, questions to the citizen without an answer.
create index caso_a_encerrar on casos.caso (recurso_ate) where situacao in ('respondida', 'respondido', 'recurso_decidido_1', 'recurso_decidido_2');
create index caso_a_espera on casos.caso (aguardando_desde) where situacao = 'aguardando_complementacao';
create index caso_a_eliminar on casos.caso (canal, (coalesce(concluido_em, respondido_em))) where eliminado_em is null and not aberto;
create index caso_por_cifra on casos.caso (cifrado_com) where cifrado_com is not null;

-- Who the citizen is. Read by `ler_dados_pessoais` alone, which records the reading. A case that is anonymous can have no row: the second
-- foreign key has nothing to refer to.
create table casos.solicitante (
  caso_id uuid primary key references casos.caso (id) on delete cascade,
  identificado boolean not null default true check (identificado),
  nome text check (char_length(nome) between 1 and 200),
  email text check (char_length(email) <= 254),
  telefone text check (char_length(telefone) <= 20),
  documento_tipo text check (documento_tipo in ('cpf', 'cnpj')),
  documento_cifrado text check (char_length(documento_cifrado) <= 500),
  endereco jsonb check (jsonb_typeof(endereco) = 'object' and octet_length(endereco::text) <= 4000),
  foreign key (caso_id, identificado) references casos.caso (id, identificado),
  constraint solicitante_documento_com_tipo check ((documento_tipo is null) = (documento_cifrado is null))
);

-- For statistics alone; an anonymous case has none.
create table casos.perfil_estatistico (
  caso_id uuid primary key references casos.caso (id) on delete cascade,
  identificado boolean not null default true check (identificado),
  pessoa text check (pessoa in ('PF', 'PJ')),
  faixa_etaria text check (char_length(faixa_etaria) <= 40),
  genero text check (char_length(genero) <= 40),
  escolaridade text check (char_length(escolaridade) <= 60),
  uf text check (uf ~ '^[A-Z]{2}$'),
  municipio text check (char_length(municipio) <= 120),
  foreign key (caso_id, identificado) references casos.caso (id, identificado)
);

-- The history of a case, written by the triggers of the case. `autor_id` is an auth.users id without foreign key: a person may leave. `chave` is the
-- key of what a citizen has done, which is recorded once.
create table casos.andamento (
  id bigint generated always as identity primary key,
  caso_id uuid not null references casos.caso (id) on delete cascade,
  de_situacao text,
  para_situacao text,
  descricao_publica text check (char_length(descricao_publica) <= 20000),
  nota_interna text check (char_length(nota_interna) <= 20000),
  autor text not null check (autor in ('cidadao', 'instituicao', 'sistema')),
  autor_id uuid,
  criado_em timestamptz not null,
  chave text check (char_length(chave) between 16 and 200)
);
create index andamento_do_caso on casos.andamento (caso_id, id);
create unique index andamento_por_chave on casos.andamento (caso_id, chave) where chave is not null;

create table casos.anexo (
  id bigint generated always as identity primary key,
  caso_id uuid not null references casos.caso (id) on delete cascade,
  arquivo_id uuid not null unique references storage.files (id) on delete cascade,
  autor text not null check (autor in ('cidadao', 'instituicao')),
  criado_em timestamptz not null
);
create index anexo_do_caso on casos.anexo (caso_id, id);

-- Files of a submission that is under way, named before they are stored. The row goes when a case has the file.
create table casos.anexo_esperado (
  arquivo_id uuid primary key,
  desde timestamptz not null
);
create index anexo_esperado_desde on casos.anexo_esperado (desde);

create table casos.recurso (
  id bigint generated always as identity primary key,
  caso_id uuid not null references casos.caso (id) on delete cascade,
  instancia smallint not null check (instancia in (1, 2)),
  motivo text check (char_length(motivo) between 1 and 10000),
  interposto_em timestamptz not null,
  prazo_em date not null,
  decidido_em timestamptz,
  decisao text check (decisao in ('provido', 'parcial', 'desprovido', 'nao_conhecido')),
  texto text,
  autoridade text,
  unique (caso_id, instancia),
  constraint recurso_decidido_por_inteiro check (
    (decidido_em is null) = (decisao is null) and (decidido_em is null) = (autoridade is null))
);

-- Every reading of personal data. It outlives the case that was read.
create table casos.leitura (
  id bigint generated always as identity primary key,
  caso_id uuid not null,
  protocolo text not null,
  usuario uuid,
  papel text,
  motivo text not null check (char_length(motivo) between 3 and 500),
  lido_em timestamptz not null
);
create index leitura_do_caso on casos.leitura (caso_id, id desc);

-- Failed attempts to read a case, by a keyed hash of where they came from that only the server can make. They are kept for a quarter of an hour.
create table casos.tentativa (
  tentativa_hash text not null,
  em timestamptz not null
);
create index tentativa_por_origem on casos.tentativa (tentativa_hash, em);
create index tentativa_por_momento on casos.tentativa (em);

insert into storage.buckets (id, max_upload_file_size, cache_control, presigned_urls_enabled) values ('casos', 10485760, 'no-store', false)
  on conflict (id) do nothing;
