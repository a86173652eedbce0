-- Notices of changes are kept for two days, for a listener that has missed some: a notification reaches only who listens at that moment, and
-- the sender of an event gives up after some tries. A row says what the notice said.
create table public.mudanca (
  id bigint generated always as identity primary key,
  transacao bigint not null default pg_catalog.pg_current_xact_id()::text::bigint,
  ocorrida_em timestamptz not null default now(),
  aviso jsonb not null
);
create index mudanca_transacao on public.mudanca (transacao, id);

-- Every transaction below this number has ended. A reader who asks for `transacao >= ` the number that it has read the last time misses no
-- change, however late its transaction ends; it leaves out those that it has had.
create view public.momento_das_mudancas as
  select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text::bigint as transacao;

-- Each new row makes room for itself: two of the oldest go, so that the table holds two days whoever reads it.
create function public.registrar_mudanca(aviso jsonb) returns void language sql as $$
  delete from public.mudanca where id in (
    select m.id from public.mudanca m where m.ocorrida_em < now() - interval '2 days' order by m.id limit 2 for update skip locked
  );
  insert into public.mudanca (aviso) values (registrar_mudanca.aviso);
$$;

do $$
begin
  execute replace(pg_get_functiondef('public.notificar_mudanca'::regproc),
    $de$perform pg_catalog.pg_notify('conteudo', aviso::text);$de$,
    $para$perform pg_catalog.pg_notify('conteudo', aviso::text);
  perform public.registrar_mudanca(aviso);$para$);
end
$$;
