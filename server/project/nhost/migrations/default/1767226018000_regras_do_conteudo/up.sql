-- Rules of contents that triggers keep: redirects without circles, approval by a second person, the clock of publications, meetings, and acts about
-- named persons. What is never right is refused here; what somebody has to judge is a row of a report.

-- The path of an address.
create function edicao.caminho(endereco text) returns text language sql immutable strict parallel safe
  return pg_catalog.split_part(pg_catalog.split_part(endereco, '#', 1), '?', 1);

-- A circle of redirects is refused when it is written; the lock keeps two that are written at the same moment from making one together.
create function edicao.recusar_circulo() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('public.redirecionamento'));
  if exists (
    with recursive passos (lugar, quantos) as (
      select edicao.caminho(new.destino), 1
      union all
      select edicao.caminho(r.destino), quantos + 1
        from passos p join public.redirecionamento r on r.origem = p.lugar and r.codigo <> 410
       where p.lugar <> new.origem and quantos < 10
    ) select from passos where lugar = new.origem or quantos = 10
  ) then
    perform edicao.recusar('redirecionamento_sem_circulo', 'destino',
      pg_catalog.format('O redirecionamento de %s volta ao mesmo endereço ou passa por redirecionamentos demais.', new.origem));
  end if;
  return new;
end
$$;
create trigger recusar_circulo before insert or update on public.redirecionamento
  for each row when (new.codigo <> 410) execute function edicao.recusar_circulo();

-- Approval by a second person. With `exige_aprovacao`, whoever changed a row last does not publish it, and publishing changes nothing else.
create function edicao.exigir_aprovacao() returns trigger language plpgsql as $$
declare
  sessao jsonb := nullif(pg_catalog.current_setting('hasura.user', true), '')::jsonb;
  quem text := sessao ->> 'x-hasura-user-id';
  propria boolean := true;
  fora text[];
begin
  if quem is null or not exists (select from public.configuracao_site where exige_aprovacao) then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    select a.fora || array['publicado', 'publicado_em'] into fora from edicao.tabela_auditada a where a.tabela = tg_table_name;
    propria := pg_catalog.to_jsonb(new) - fora is distinct from pg_catalog.to_jsonb(old) - fora
      or quem = (select a.usuario::text from public.auditoria a
                  where a.tabela = tg_table_name and a.chave = old.id::text and a.usuario is not null order by a.id desc limit 1);
  end if;
  if propria then
    perform edicao.recusar('publicacao_aprovada', 'publicado',
      'A publicação precisa da aprovação de outra pessoa: salve sem publicar e peça a quem não escreveu o texto que publique.');
  end if;
  return new;
end
$$;

do $$
declare
  nome text;
begin
  foreach nome in array array[
    'noticia', 'comunicado', 'pagina', 'banner_comunicado', 'documento', 'pergunta_frequente', 'servico', 'declaracao_inexistencia'
  ] loop
    execute format('create trigger exigir_aprovacao_ao_criar before insert on public.%I
      for each row when (new.publicado) execute function edicao.exigir_aprovacao()', nome);
    execute format('create trigger exigir_aprovacao before update on public.%I
      for each row when (new.publicado and not old.publicado) execute function edicao.exigir_aprovacao()', nome);
  end loop;
end
$$;

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
create trigger datar_publicacao before insert or update of publicado_em, ano_publicacao, mes_publicacao on public.comunicado
  for each row execute function public.datar_publicacao();
create trigger datar_publicacao before insert or update of publicado_em, ano_publicacao, mes_publicacao on public.noticia
  for each row execute function public.datar_publicacao();

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
create trigger acompanhar_fuso after update on public.configuracao_site
  for each row when (old.fuso_horario is distinct from new.fuso_horario) execute function public.acompanhar_fuso();
create trigger acompanhar_fuso_ao_inserir_ou_excluir after insert or delete on public.configuracao_site
  for each row execute function public.acompanhar_fuso();

-- A meeting that has not begun did not take place (decision 0101).
create function edicao.conferir_reuniao() returns trigger language plpgsql as $$
begin
  if new.inicio > now() then
    perform edicao.recusar('reuniao_realizada_no_passado', 'situacao', 'Uma reunião que ainda não começou não pode constar como realizada.');
  end if;
  return new;
end
$$;
create trigger conferir_reuniao before insert or update of situacao, inicio on public.reuniao
  for each row when (new.situacao = 'realizada') execute function edicao.conferir_reuniao();

-- Acts about named persons (decision 0100): what they say of health is refused, and after a term they are no longer found by the search.

-- Five years are what a court of accounts has to judge a retirement (Supremo Tribunal Federal, tema 445); an editor may write another day.
create function public.preencher_fim_da_busca() returns trigger language plpgsql as $$
begin
  new.fora_da_busca_em := (new.publicado_em + interval '5 years')::date;
  return new;
end
$$;
create trigger preencher_fim_da_busca before insert or update of contem_dado_pessoal, publicado_em on public.documento
  for each row when (new.contem_dado_pessoal and new.fora_da_busca_em is null and new.publicado_em is not null)
  execute function public.preencher_fim_da_busca();

-- Words that tell why somebody retires, without accents. Retirement of a person with a disability is health data as well.
create function public.fala_de_saude(texto text) returns boolean language sql immutable strict parallel safe
  return public.pt_sem_acento(texto) ~* '\m(incapacidade|incapaz|invalidez|invalid[oa]|doenca|molestia|enfermidade|deficiencia|deficiente|laudo|pericia|cid[ -]?[a-z]\d)';

create function edicao.conferir_ato_de_pessoa() returns trigger language plpgsql as $$
begin
  if public.fala_de_saude(public.juntar_texto(new.titulo, new.ementa, new.resumo_simples, new.interessado)) then
    perform edicao.recusar('documento_sem_saude', 'titulo',
      'Título, ementa e resumo de um ato sobre uma pessoa não dizem o motivo de saúde (Lei nº 13.709/2018, art. 11). Escreva só “aposentadoria” ou “pensão”.');
  end if;
  return new;
end
$$;
create trigger conferir_ato_de_pessoa before insert or update of titulo, ementa, resumo_simples, interessado, contem_dado_pessoal on public.documento
  for each row when (new.contem_dado_pessoal) execute function edicao.conferir_ato_de_pessoa();
