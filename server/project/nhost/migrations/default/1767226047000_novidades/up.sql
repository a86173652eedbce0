-- Following by e-mail: news, notices, a list of documents, or a search. An address is kept for that alone: it goes when its owner ends it, and after
-- two days when nobody has confirmed it. The schema is not tracked; the server reaches it through the functions at the end.

create schema novidades;

create function novidades.agora() returns timestamptz language sql stable return now();

-- What somebody follows. `consulta` is a search as the index compares it.
create table novidades.assunto (
  id bigint generated always as identity primary key,
  tipo text not null check (tipo in ('noticias', 'comunicados', 'documentos', 'busca')),
  valor text not null check (char_length(valor) <= 100),
  consulta tsquery,
  unique (tipo, valor),
  check ((tipo = 'busca') = (consulta is not null)),
  check ((tipo in ('noticias', 'comunicados')) = (valor = ''))
);

-- A row is its own place in the queue: `proxima_em` is when the next message of it may be taken, null for none. `links` are
-- the messages with a link that nobody has followed: one that is sent again is one more.
create table novidades.assinatura (
  id bigint generated always as identity primary key,
  assunto_id bigint not null references novidades.assunto (id),
  email text not null check (char_length(email) <= 254),
  pedida_em timestamptz not null,
  confirmada_em timestamptz,
  vista_ate bigint not null default 0,
  enviada_em timestamptz,
  proxima_em timestamptz,
  tentativas integer not null default 0,
  recusas integer not null default 0,
  links smallint not null default 1,
  unique (email, assunto_id)
);
create index assinatura_assunto on novidades.assinatura (assunto_id);
create index assinatura_devida on novidades.assinatura (proxima_em, id) where proxima_em is not null;
create index assinatura_sem_resposta on novidades.assinatura (pedida_em) where confirmada_em is null;
-- The server counts how many messages wait and how many addresses refuse them.
create index assinatura_tentada on novidades.assinatura (id) where tentativas > 0;
create index assinatura_recusada on novidades.assinatura (id) where recusas > 0;

-- What was published, each once, so that a later correction is no news.
create table novidades.publicacao (
  id bigint generated always as identity primary key,
  tabela text not null,
  chave text not null,
  visivel_em timestamptz not null,
  distribuida_em timestamptz,
  unique (tabela, chave)
);
create index publicacao_a_distribuir on novidades.publicacao (visivel_em, id) where distribuida_em is null;

-- What happened in a followed subject, for a month.
create table novidades.item (
  ordem bigint generated always as identity,
  assunto_id bigint not null references novidades.assunto (id) on delete cascade,
  publicacao_id bigint not null references novidades.publicacao (id) on delete cascade,
  em timestamptz not null,
  primary key (assunto_id, ordem),
  unique (publicacao_id, assunto_id)
);
create index item_antigo on novidades.item (em);

-- Keeps the moment at which what is published may be seen; of what was told, nothing is changed.
create function novidades.anotar() returns trigger language plpgsql as $$
begin
  insert into novidades.publicacao as p (tabela, chave, visivel_em)
  values (tg_table_name, new.id::text, greatest(now(), new.publicado_em::timestamptz))
  on conflict (tabela, chave) do update set visivel_em = excluded.visivel_em
   where p.distribuida_em is null and p.visivel_em is distinct from excluded.visivel_em;
  return null;
end
$$;
create trigger anotar_novidade_criada after insert on public.noticia
  for each row when (new.publicado and new.publicado_em is not null) execute function novidades.anotar();
create trigger anotar_novidade after update of publicado, publicado_em on public.noticia
  for each row when (new.publicado and new.publicado_em is not null) execute function novidades.anotar();
create trigger anotar_novidade_criada after insert on public.comunicado
  for each row when (new.publicado and new.publicado_em is not null) execute function novidades.anotar();
create trigger anotar_novidade after update of publicado, publicado_em on public.comunicado
  for each row when (new.publicado and new.publicado_em is not null) execute function novidades.anotar();
create trigger anotar_novidade_criada after insert on public.documento
  for each row when (new.publicado and new.publicado_em is not null) execute function novidades.anotar();
create trigger anotar_novidade after update of publicado, publicado_em on public.documento
  for each row when (new.publicado and new.publicado_em is not null) execute function novidades.anotar();

create function novidades.e_visivel(tabela text, chave text) returns boolean language sql stable as $$
  select case $1
    when 'noticia' then exists (select 1 from public.noticia_visivel v where v.id = $2::bigint)
    when 'comunicado' then exists (select 1 from public.comunicado_visivel v where v.id = $2::bigint)
    else exists (select 1 from public.documento_visivel v where v.id = $2::bigint) end
$$;

-- Gives what has become visible to the subjects that it belongs to, and makes their subscriptions due: at most one message an hour of each.
create function public.distribuir_novidades(limite integer) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  p novidades.publicacao;
  classe text;
  de_documento text;
  assuntos bigint[];
  quantas integer := 0;
begin
  -- One server at a time, so that what a message has told is everything up to its last one.
  if not pg_try_advisory_xact_lock(hashtextextended('novidades', 0)) then
    return row(0)::public.rotina_de_casos;
  end if;
  for p in
    select * from novidades.publicacao v where v.distribuida_em is null and v.visivel_em <= novidades.agora()
     order by v.visivel_em, v.id limit least(limite, 50) for update skip locked
  loop
    quantas := quantas + 1;
    if not novidades.e_visivel(p.tabela, p.chave) then
      -- A day begins later here than in UTC; what was hidden again is news when it is shown again.
      if p.visivel_em > novidades.agora() - interval '1 day' then
        update novidades.publicacao v set visivel_em = novidades.agora() + interval '15 minutes' where v.id = p.id;
      else
        delete from novidades.publicacao v where v.id = p.id;
      end if;
      continue;
    end if;
    classe := case p.tabela when 'noticia' then 'noticias' when 'comunicado' then 'comunicados' else 'documentos' end;
    de_documento := '';
    if p.tabela = 'documento' then
      select d.categoria_slug into de_documento from public.documento d where d.id = p.chave::bigint;
    end if;
    with novo as (
      insert into novidades.item (assunto_id, publicacao_id, em)
      select a.id, p.id, novidades.agora() from novidades.assunto a where a.tipo = classe and a.valor = de_documento
      union
      select a.id, p.id, novidades.agora() from novidades.assunto a join indice.item i on i.tabela = p.tabela and i.chave = p.chave
       where a.tipo = 'busca' and i.termos @@ a.consulta
      on conflict do nothing
      returning assunto_id)
    select array_agg(assunto_id) into assuntos from novo;
    update novidades.assinatura s set proxima_em = greatest(novidades.agora(), s.enviada_em + interval '1 hour')
     where s.assunto_id = any (assuntos) and s.confirmada_em is not null and s.proxima_em is null;
    update novidades.publicacao v set distribuida_em = novidades.agora() where v.id = p.id;
  end loop;
  return row(quantas)::public.rotina_de_casos;
end
$$;

-- Asks to follow. Says the same whether the address is known or not: a confirmed one gets nothing, one that waits gets its link again after an hour.
create function public.pedir_novidades(email text, tipo text, valor text) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  sentido tsquery := case when tipo = 'busca' then novidades.consulta_de(valor) end;
  assunto bigint;
begin
  if tipo = 'documentos' and not exists (select 1 from public.categoria_documento c where c.slug = valor and c.ativo)
     or tipo = 'busca' and sentido is null then
    return row(0)::public.rotina_de_casos;
  end if;
  -- Five links that nobody has followed are enough until they are forgotten.
  if (select coalesce(sum(s.links), 0) from novidades.assinatura s where s.email = $1 and s.confirmada_em is null) >= 5 then
    return row(1)::public.rotina_de_casos;
  end if;
  insert into novidades.assunto as a (tipo, valor, consulta) values (tipo, valor, sentido)
  on conflict on constraint assunto_tipo_valor_key do update set valor = excluded.valor returning a.id into assunto;
  insert into novidades.assinatura as s (assunto_id, email, pedida_em, proxima_em) values (assunto, $1, novidades.agora(), novidades.agora())
  on conflict on constraint assinatura_email_assunto_id_key do update set links = s.links + 1, pedida_em = novidades.agora(), proxima_em = novidades.agora(), tentativas = 0
   where s.confirmada_em is null and s.pedida_em < novidades.agora() - interval '1 hour';
  return row(1)::public.rotina_de_casos;
end
$$;

-- The message with the link has no news: those that come soon after it is followed do not wait for the hour between two messages of news.
create function public.confirmar_novidades(id bigint) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  quantas integer;
begin
  update novidades.assinatura s
     set confirmada_em = coalesce(s.confirmada_em, novidades.agora()), proxima_em = case when s.confirmada_em is null then null else s.proxima_em end, tentativas = 0,
         enviada_em = case when s.confirmada_em is null then null else s.enviada_em end,
         vista_ate = case when s.confirmada_em is null
           then coalesce((select max(i.ordem) from novidades.item i where i.assunto_id = s.assunto_id), 0) else s.vista_ate end
   where s.id = $1;
  get diagnostics quantas = row_count;
  return row(quantas)::public.rotina_de_casos;
end
$$;

-- What the owner of a link follows, without the address: the pages of the links say it, and whether it is confirmed.
create view public.novidade_seguida as
  select null::text as tipo, null::text as valor, null::text as rotulo, null::boolean as confirmada where false;

create function public.consultar_novidades(id bigint) returns setof public.novidade_seguida language sql stable rows 1 as $$
  select a.tipo, a.valor,
         case when a.tipo = 'documentos' then (select c.rotulo from public.categoria_documento c where c.slug = a.valor) end,
         s.confirmada_em is not null
    from novidades.assinatura s join novidades.assunto a on a.id = s.assunto_id where s.id = $1
$$;

-- Forgets those of the subjects that nobody follows.
create function novidades.sem_seguidores(ids bigint[]) returns void language sql as $$
  delete from novidades.assunto a where a.id = any (ids) and not exists (select 1 from novidades.assinatura s where s.assunto_id = a.id)
$$;

create function public.encerrar_novidades(id bigint) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  assunto bigint;
begin
  delete from novidades.assinatura s where s.id = $1 returning s.assunto_id into assunto;
  perform novidades.sem_seguidores(array[assunto]);
  return row((assunto is not null)::integer)::public.rotina_de_casos;
end
$$;

-- `itens` has the newest twenty of what was not told yet, `quantos` their number up to a hundred, `ate` the last of them.
create view public.novidade_a_enviar as
  select null::bigint as id, null::integer as tentativas, null::text as destinatario, null::boolean as confirmada, null::text as tipo,
         null::text as valor, null::text as rotulo, null::jsonb as itens, null::integer as quantos, null::bigint as ate
   where false;

create function public.reservar_novidades(limite integer, segundos integer)
returns setof public.novidade_a_enviar language plpgsql volatile rows 10 as $$
begin
  return query
  with tomada as (
    update novidades.assinatura s set tentativas = s.tentativas + 1, proxima_em = novidades.agora() + make_interval(secs => segundos)
     where s.id in (
       select v.id from novidades.assinatura v where v.proxima_em <= novidades.agora()
        order by v.proxima_em, v.id limit least(limite, 100) for update skip locked)
    returning s.*
  )
  select t.id, t.tentativas, t.email, t.confirmada_em is not null, a.tipo, a.valor,
         case when a.tipo = 'documentos' then (select c.rotulo from public.categoria_documento c where c.slug = a.valor) end,
         coalesce(n.itens, '[]'), coalesce(n.quantos, 0), coalesce(n.ate, t.vista_ate)
    from tomada t join novidades.assunto a on a.id = t.assunto_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('titulo', x.titulo, 'tabela', x.tabela, 'chave', x.chave, 'categoria', x.categoria) order by x.ordem desc) filter (where x.lugar <= 20) as itens,
             count(*)::integer as quantos, max(x.ordem) as ate
        from (select i.ordem, p.tabela, p.chave, e.titulo, e.categoria, row_number() over (order by i.ordem desc) as lugar
                from (select * from novidades.item m where m.assunto_id = t.assunto_id and m.ordem > t.vista_ate order by m.ordem desc limit 100) i
                join novidades.publicacao p on p.id = i.publicacao_id
                join indice.item e on e.tabela = p.tabela and e.chave = p.chave
               where novidades.e_visivel(p.tabela, p.chave)) x
    ) n on t.confirmada_em is not null
   order by t.id;
end
$$;

-- What became of a message. Who took it too long ago changes nothing. An address whose server refuses three messages for good is forgotten.
create function public.concluir_novidade(id bigint, tentativas integer, ate bigint, falha boolean, definitiva boolean)
returns public.rotina_de_casos language plpgsql volatile as $$
declare
  s novidades.assinatura;
  outra boolean;
begin
  select * into s from novidades.assinatura v where v.id = $1 and v.tentativas = $2 for update;
  if not found then
    return row(0)::public.rotina_de_casos;
  end if;
  if falha and not definitiva and s.tentativas < 12 then
    -- One minute, two, four, ... up to six hours.
    update novidades.assinatura v set proxima_em = novidades.agora() + least(interval '6 hours', interval '1 minute' * power(2, s.tentativas - 1)) where v.id = $1;
  elsif falha and (s.confirmada_em is null or s.recusas >= 2) then
    perform public.encerrar_novidades($1);
  else
    outra := s.confirmada_em is not null and exists (select 1 from novidades.item i where i.assunto_id = s.assunto_id and i.ordem > $3);
    update novidades.assinatura v
       set enviada_em = novidades.agora(), tentativas = 0, vista_ate = greatest(v.vista_ate, $3), recusas = case when falha then v.recusas + 1 else 0 end,
           proxima_em = case when outra then novidades.agora() + interval '1 hour' end
     where v.id = $1;
  end if;
  return row(1)::public.rotina_de_casos;
end
$$;

-- Forgets who never confirmed, and news of a month ago.
create function public.esquecer_novidades(limite integer) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  assuntos bigint[];
  velhas integer;
begin
  with ida as (
    delete from novidades.assinatura s where s.id in (
      select v.id from novidades.assinatura v where v.confirmada_em is null and v.pedida_em < novidades.agora() - interval '2 days' order by v.pedida_em limit limite)
    returning s.assunto_id)
  select array_agg(assunto_id) into assuntos from ida;
  perform novidades.sem_seguidores(assuntos);
  delete from novidades.item i where (i.assunto_id, i.ordem) in (
    select v.assunto_id, v.ordem from novidades.item v where v.em < novidades.agora() - interval '30 days' order by v.em limit limite);
  get diagnostics velhas = row_count;
  return row(coalesce(cardinality(assuntos), 0) + velhas)::public.rotina_de_casos;
end
$$;

-- What a search means, for rows that come: as the search itself reads it, and by the beginnings of its words, since words that no row has yet are not
-- known to it. Null for a text without words.
create function novidades.consulta_de(texto text) returns tsquery language sql stable as $$
  select (('(' || array_to_string(i.unidades, ' & ') || ') | ('
           || (select string_agg(quote_literal(e) || case when length(e) >= 5 then ':*' else '' end, ' & ') from unnest(i.exatas) e) || ')')::tsquery)
         && coalesce(i.frases, ''::tsquery) && coalesce(!!i.fora, ''::tsquery)
    from indice.interpretar(texto) i where cardinality(i.exatas) > 0
$$;
