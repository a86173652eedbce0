create schema acervo;

create table humor (valor text primary key, descricao text);

create table autor (
  id integer primary key,
  nome text not null,
  email text,
  nascimento date,
  chefe_id integer references autor (id),
  humor text references humor (valor),
  ativo boolean not null default true
);

create table noticia (
  id bigint primary key,
  titulo text not null,
  autor_id integer not null references autor (id),
  revisor_id integer references autor (id),
  publicado boolean not null default false,
  publicado_em timestamptz,
  visitas bigint,
  nota numeric(10, 2),
  tags text[] not null default '{}',
  dados jsonb,
  segredo text
);

-- now() is read when the statement runs, so a prepared statement follows the clock.
create view noticia_visivel as
  select id from noticia where publicado and publicado_em <= now();

create view autor_resumo as
  select autor_id, count(*)::integer as total, max(visitas) as maior from noticia where publicado group by autor_id;

create table comentario (
  id integer primary key,
  noticia_id bigint not null references noticia (id),
  texto text not null,
  aprovado boolean not null default false,
  nota integer,
  peso double precision
);

comment on table comentario is 'O que leitores escrevem';
comment on column comentario.texto is 'sem HTML';
comment on column comentario.aprovado is 'moderação';

create table voto (
  noticia_id bigint not null references noticia (id),
  eleitor uuid not null,
  peso smallint not null default 1,
  primary key (eleitor, noticia_id)
);

create table acervo.item (
  id integer primary key,
  "nome ""original""" text not null,
  tipo text
);

create table ninguem (id integer primary key, texto text);

create table amostra (
  id uuid primary key,
  pequeno smallint,
  inteiro integer,
  grande bigint,
  decimal_ numeric,
  simples real,
  duplo double precision,
  logico boolean,
  texto text,
  variavel varchar(20),
  fixo char(5),
  dia date,
  momento timestamp,
  instante timestamptz,
  hora time,
  hora_zona timetz,
  intervalo interval,
  bytes bytea,
  rede inet,
  json_ json,
  jsonb_ jsonb,
  textos text[],
  inteiros integer[],
  uuids uuid[],
  faixa int4range,
  grandes bigint[] default '{1,9223372036854775807}'
);

do $$
begin
  execute 'create table larga (id integer primary key, '
    || (select string_agg(format('coluna_%s integer', n), ', ' order by n) from generate_series(1, 130) n) || ')';
end $$;

-- It returns drafts too: what a role may see of them is the matter of its permission.
create function noticias_de(escrita_por integer, com_titulo text default '%') returns setof noticia
  language sql stable as $$ select * from noticia where autor_id = escrita_por and titulo like com_titulo $$;

create function autor_iniciais(autor autor) returns text language sql stable as $$ select left(autor.nome, 1) || '.' $$;
comment on function autor_iniciais is 'a primeira letra';

create function autor_saudacao(palavra text, linha autor, sinal text default '!') returns text
  language sql immutable as $$ select palavra || ', ' || linha.nome || sinal $$;

create function autor_visto_por(linha autor, sessao json) returns jsonb
  language sql stable as $$ select jsonb_build_object('papel', sessao ->> 'x-hasura-role', 'nome', linha.nome) $$;

create function autor_publicadas(linha autor, desde bigint default 0) returns setof noticia
  language sql stable as $$ select * from noticia where autor_id = linha.id and publicado and id > desde $$;

create function autor_ultima(linha autor) returns noticia
  language sql stable as $$ select * from noticia where autor_id = linha.id and publicado order by id desc limit 1 $$;

create function noticias_da_linha(linha autor) returns setof noticia language sql stable as $$ select * from noticia where autor_id = linha.id $$;
create function mais_visitada() returns noticia language sql stable as $$ select * from noticia order by visitas desc nulls last limit 1 $$;
create function nenhuma() returns noticia language sql stable as $$ select * from noticia where false $$;

create function autores_de_papel(sessao json, texto text default '') returns setof autor
  language sql stable as $$ select * from autor where sessao ->> 'x-hasura-role' = 'editor' or nome = texto $$;

create function sem_nomes(integer, integer default 2) returns setof autor language sql stable as $$ select * from autor where id in ($1, $2) $$;
create function com_padroes(integer default 1, integer default 2) returns setof autor language sql stable as $$ select * from autor where id in ($1, $2) $$;
