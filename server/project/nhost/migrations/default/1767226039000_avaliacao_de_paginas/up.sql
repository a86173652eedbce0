-- "Esta página foi útil?": counts by address, and what readers write about a page. Nothing of the reader is kept: neither an address of the
-- network nor a name, a cookie or the minute. The server says only addresses of pages that exist, so the rows are bounded by the pages.
create schema leitores;

create function leitores.dia() returns date language sql stable return public.hoje();

create table leitores.avaliacao (
  endereco text primary key check (endereco ~ '^/' and char_length(endereco) <= 200),
  util_sim integer not null default 0,
  util_nao integer not null default 0,
  ultima_em date not null
);
create index avaliacao_ultima on leitores.avaliacao (ultima_em, endereco);
create index avaliacao_nao on leitores.avaliacao (util_nao, endereco);

create table leitores.comentario (
  id bigint generated always as identity primary key,
  endereco text not null references leitores.avaliacao (endereco),
  util boolean,
  texto text not null check (texto <> '' and char_length(texto) <= 1000),
  escrito_em date not null
);
create index comentario_endereco on leitores.comentario (endereco, id);
create index comentario_escrito on leitores.comentario (escrito_em, id);

-- For editors. A table of `public` would tell live queries of each answer.
create view public.avaliacao_pagina as select endereco, util_sim, util_nao, ultima_em from leitores.avaliacao;

-- Comments are kept for a year. Old ones go with the next judgement of any page, and editors see none of them before that.
create view public.comentario_pagina as
  select id, endereco, util, texto, escrito_em from leitores.comentario where escrito_em >= (select leitores.dia()) - 365;

-- Of one page the newest two hundred comments stay, each for a year.
create function public.avaliar_pagina(endereco text, util boolean default null, texto text default null)
returns public.rotina_de_casos language plpgsql volatile as $$
begin
  insert into leitores.avaliacao as a (endereco, util_sim, util_nao, ultima_em)
  values ($1, coalesce($2::int, 0), coalesce((not $2)::int, 0), leitores.dia())
  on conflict on constraint avaliacao_pkey do update
     set util_sim = a.util_sim + excluded.util_sim, util_nao = a.util_nao + excluded.util_nao, ultima_em = excluded.ultima_em;
  if $3 is not null then
    insert into leitores.comentario (endereco, util, texto, escrito_em) values ($1, $2, $3, leitores.dia());
    delete from leitores.comentario c
     where c.id in (select d.id from leitores.comentario d where d.endereco = $1 order by d.id desc offset 200);
  end if;
    delete from leitores.comentario c
     where c.id in (select d.id from leitores.comentario d where d.escrito_em < leitores.dia() - 365 order by d.escrito_em, d.id limit 200);
  return row(1)::public.rotina_de_casos;
end
$$;
