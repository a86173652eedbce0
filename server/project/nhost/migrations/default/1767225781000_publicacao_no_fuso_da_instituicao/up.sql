-- Year and month of a publication are those of the institution's clock. A generated column cannot know its zone, so triggers write them: when a row
-- is written, and for the rows around each turn of a month when the zone changes.
create function public.fuso_da_instituicao() returns text language sql stable parallel safe
  return coalesce((select fuso_horario from public.configuracao_site limit 1), 'America/Sao_Paulo');

create function public.datar_publicacao() returns trigger language plpgsql as $$
declare
  momento timestamp := new.publicado_em at time zone public.fuso_da_instituicao();
begin
  new.ano_publicacao := extract(year from momento);
  new.mes_publicacao := extract(month from momento);
  return new;
end
$$;

-- No zone is further than 14 hours from UTC. The lock waits for whoever writes a row with the former zone, and lets nobody begin to.
create function public.redatar_publicacoes() returns void language plpgsql as $$
declare
  tabela text;
begin
  foreach tabela in array array['comunicado', 'noticia'] loop
    execute pg_catalog.format('lock table public.%I in share row exclusive mode', tabela);
    execute pg_catalog.format(
      'update public.%1$I set publicado_em = publicado_em where id in (
         select l.id
           from (select min(publicado_em) at time zone ''UTC'' as primeira, max(publicado_em) at time zone ''UTC'' as ultima from public.%1$I) e
          cross join lateral generate_series(date_trunc(''month'', e.primeira), e.ultima + interval ''14 hours'', interval ''1 month'') virada
           join public.%1$I l on l.publicado_em between timezone(''UTC'', virada) - interval ''14 hours'' and timezone(''UTC'', virada) + interval ''14 hours''
          cross join lateral (select l.publicado_em at time zone public.fuso_da_instituicao() as momento) aqui
          where (l.ano_publicacao, l.mes_publicacao) is distinct from (extract(year from aqui.momento), extract(month from aqui.momento)))',
      tabela);
  end loop;
end
$$;

create function public.acompanhar_fuso() returns trigger language plpgsql as $$
begin
  perform public.redatar_publicacoes();
  return null;
end
$$;

drop index public.comunicado_busca, public.noticia_busca;
-- A column that was generated keeps its values when it becomes a plain one: the table is written once, and no trigger tells of each row.
do $$
declare
  tabela text;
begin
  foreach tabela in array array['comunicado', 'noticia'] loop
    execute format('alter table public.%I add column mes_publicacao smallint
      generated always as (extract(month from publicado_em at time zone interval ''-03:00'')::smallint) stored', tabela);
    execute format('alter table public.%I alter column ano_publicacao drop expression, alter column mes_publicacao drop expression', tabela);
    execute format('create trigger datar_publicacao before insert or update of publicado_em, ano_publicacao, mes_publicacao on public.%I
      for each row execute function public.datar_publicacao()', tabela);
  end loop;
end
$$;
update edicao.tabela_auditada set fora = fora || array['mes_publicacao'] where tabela in ('comunicado', 'noticia');

create trigger acompanhar_fuso after update on public.configuracao_site
  for each row when (old.fuso_horario is distinct from new.fuso_horario) execute function public.acompanhar_fuso();
create trigger acompanhar_fuso_ao_inserir_ou_excluir after insert or delete on public.configuracao_site
  for each row execute function public.acompanhar_fuso();

do $$
declare
  antes text := pg_get_functiondef('contagem.fonte'::regproc);
  depois text := replace(antes, 'extract(month from publicado_em at time zone interval ''''-03:00'''')::integer', 'mes_publicacao');
begin
  if depois = antes then
    raise exception 'contagem.fonte is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
create index comunicado_busca on public.comunicado
  using gin (public.termos_de_busca(busca, null, ano_publicacao, mes_publicacao, tipo)) with (fastupdate = off) where publicado;
create index noticia_busca on public.noticia
  using gin (public.termos_de_busca(busca, null, ano_publicacao, mes_publicacao, null)) with (fastupdate = off) where publicado;

-- Until now Brasília's time without its former summer time was that of every institution.
select public.redatar_publicacoes();
