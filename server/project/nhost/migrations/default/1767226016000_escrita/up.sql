-- What holds for whoever writes: the role of administrators, the number by which a writer learns that somebody else has written meanwhile, the
-- sentences in which a rule refuses, and commands that are tried and undone.

-- `administrador` inherits `editor` and `administracao` (metadata/inherited_roles.yaml); no account has `administracao` itself.
insert into auth.roles (role) values ('administrador') on conflict (role) do nothing;

-- Raises `versao` with each update. A writer names the number that it has read (`where: {id, versao}`): no row means that another was faster.
-- No client writes the column, and a statement that tries to is overruled.
create function public.versionar() returns trigger language plpgsql as $$
begin
  new.versao := old.versao + 1;
  return new;
end
$$;

-- Each table that people edit has `versao` and gets its trigger by this.
create function public.versionar_linhas(tabela regclass) returns void language plpgsql as $$
begin
  execute format('create trigger versionar before update on %s for each row execute function public.versionar()', tabela);
end
$$;

-- A new edition is recorded just before the document is changed, in the same request, and raises `edicao` (`avancar_edicao`). `versao` stays then: the
-- change names the one that was read, and would find no row.
create trigger versionar before update on public.documento
  for each row when (new.edicao = old.edicao) execute function public.versionar();

-- A person records an edition with its reason alone: the number, who and the document as it still is are filled in here. Then the document
-- has its next number.
create function public.preencher_edicao() returns trigger language plpgsql as $$
begin
  select coalesce(new.versao, d.edicao), coalesce(new.snapshot, to_jsonb(d) - array['busca', 'busca_texto'])
    into new.versao, new.snapshot
    from public.documento d where d.id = new.documento_id;
  return new;
end
$$;
create trigger preencher_edicao before insert on public.documento_versao
  for each row when (new.versao is null or new.snapshot is null) execute function public.preencher_edicao();

create function public.avancar_edicao() returns trigger language plpgsql as $$
begin
  update public.documento set edicao = new.versao + 1 where id = new.documento_id and edicao <= new.versao;
  return null;
end
$$;
create trigger avancar_edicao after insert on public.documento_versao for each row execute function public.avancar_edicao();

-- Tables and functions of editing that no role reads or calls.
create schema edicao;

-- What a trigger of the site refuses is told to whoever edits in its own words. `edicao.recusar` marks them and names the field, so that the
-- administration shows these sentences and no other text of the database. The SQLSTATE is check_violation because Hasura answers every
-- exception of class P0 with "database query error" alone.
create function edicao.recusar(restricao text, campo text, frase text) returns void language plpgsql as $$
begin
  raise exception 'Regra do site (%): %', campo, frase using errcode = 'check_violation', constraint = restricao;
end
$$;

-- Commands that are tried and undone, for the preview of a page on a hosted Hasura, whose requests cannot share a transaction. No role has the
-- function: it is for the site itself, with the admin secret. A command gives rows, so it is a query or a change with `returning`.
create view public.ensaio as select null::text as resposta where false;
comment on view public.ensaio is 'What ensaiar answers with.';

-- New rows get the same numbers each time that the same commands are tried, far above those of rows that stay.
-- Addresses of pages have numbers of up to fifteen digits.
create function edicao.fixar_numeros(tabela regclass) returns void language plpgsql as $$
declare
  numeros record;
begin
  for numeros in
    select s.seqrelid::regclass as sequencia, least(s.seqmax - 1000000, 900000000000000) as inicio
    from pg_catalog.pg_depend d join pg_catalog.pg_sequence s on s.seqrelid = d.objid
    where d.classid = 'pg_catalog.pg_class'::regclass and d.refobjid = tabela and d.deptype in ('a', 'i')
  loop
    execute pg_catalog.format('alter sequence %s restart with %s', numeros.sequencia, numeros.inicio);
  end loop;
end
$$;

-- Runs the commands in their order, each with its texts as `$1`, and answers with the rows of the last one, or with what the database refused.
-- The block that ends in an exception undoes all of it: rows, notices, settings and numbers.
create function public.ensaiar(comandos jsonb) returns setof public.ensaio language plpgsql as $$
declare
  comando jsonb;
  linha record;
  linhas jsonb;
  tabela regclass;
  fixadas regclass[] := '{}';
  resposta jsonb;
  estado text;
  restricao text;
  frase text;
  detalhe text;
begin
  begin
    perform pg_catalog.set_config('TimeZone', 'UTC', true), pg_catalog.set_config('lock_timeout', '3s', true);
    for comando in select c.valor from pg_catalog.jsonb_array_elements(comandos) with ordinality as c (valor, ordem) order by c.ordem loop
      tabela := substring(comando->>'texto' from '^insert into ("[^"]+"\."[^"]+")');
      if tabela is not null and tabela <> all (fixadas) then
        perform edicao.fixar_numeros(tabela);
        fixadas := fixadas || tabela;
      end if;
      linhas := '[]';
      for linha in execute comando->>'texto' using array(
        select v.valor from pg_catalog.jsonb_array_elements_text(comando->'valores') with ordinality as v (valor, ordem) order by v.ordem
      ) loop
        linhas := linhas || pg_catalog.to_jsonb(linha);
      end loop;
    end loop;
    raise exception 'undone' using errcode = 'EN001';
  exception
    when sqlstate 'EN001' then
      resposta := pg_catalog.jsonb_build_object('linhas', linhas);
    when others then
      get stacked diagnostics estado = returned_sqlstate, restricao = constraint_name, frase = message_text, detalhe = pg_exception_detail;
      resposta := pg_catalog.jsonb_build_object(
        'falha', pg_catalog.jsonb_build_object('estado', estado, 'restricao', restricao, 'frase', frase, 'detalhe', detalhe));
  end;
  return query select resposta::text;
end
$$;
