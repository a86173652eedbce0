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
