-- What a search costs, of rare words and of many.

-- A window of months as a query. Twelve months of a year are the year: the index compares each name with each row that has the words.
create function indice.janela(meses text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg(distinct p.nome, '|')::tsquery from (
    select case when position('-' in m.mes) > 0 and count(*) over (partition by split_part(m.mes, '-', 1)) = 12 then split_part(m.mes, '-', 1) || ''''
             else m.mes end as nome
      from unnest(meses) m (mes)) p
$$;

-- All of these, or all but one. Halves keep it short: each alternative of a query is compared with each row.
create function indice.todas_menos_uma(unidades text[]) returns text language plpgsql immutable parallel safe as $$
declare
  meio integer := cardinality(unidades) / 2;
  antes text[] := unidades[:meio];
  depois text[] := unidades[meio + 1:];
begin
  if cardinality(unidades) = 2 then
    return '(' || unidades[1] || ' | ' || unidades[2] || ')';
  elsif cardinality(unidades) = 3 then
    return '(' || unidades[1] || ' & (' || unidades[2] || ' | ' || unidades[3] || ') | ' || unidades[2] || ' & ' || unidades[3] || ')';
  end if;
  return '(' || indice.todas_menos_uma(antes) || ' & ' || array_to_string(depois, ' & ') || ' | '
    || array_to_string(antes, ' & ') || ' & ' || indice.todas_menos_uma(depois) || ')';
end
$$;

do $$
declare
  troca record;
  antes text;
  depois text;
begin
  for troca in select * from (values
    ('indice.encontrar(tsquery, integer, integer)', array[
      -- A variable is worked out once, not for each row that is looked at again.
      'consulta && array_to_string(janela, ''|'')::tsquery', 'pedida', 'novos bigint[];', 'novos bigint[];
  pedida tsquery;', '    select array_agg(id) into novos from (', '    pedida := consulta && indice.janela(janela);
    select array_agg(id) into novos from (',
      'alvo integer := 2000', 'alvo integer := least(2000, 50 * maximo)']),
    -- The words that tell most of a sentence are fewer than eight; each costs as much as its rows are many.
    ('indice.interpretar(text)', array['limit 12', 'limit 8']),
    ('public.buscar(text, text, text, integer, integer, integer)', array[
      'select ''('' || string_agg(''('' || array_to_string(case when cardinality(pedido.unidades) = 2 then pedido.unidades[n:n]
        else pedido.unidades[:n - 1] || pedido.unidades[n + 1:] end, '' & '') || '')'', '' | '') || '')''
      into partes from generate_series(1, cardinality(pedido.unidades)) n;',
      '-- Of a long text its own words count, not all that they may stand for.
    if cardinality(pedido.unidades) > 5 then
      pedido.unidades := array(select quote_literal(e) from unnest(pedido.exatas) e);
    end if;
    partes := indice.todas_menos_uma(pedido.unidades);'])
  ) t (funcao, partes) loop
    antes := pg_get_functiondef(troca.funcao::regprocedure);
    for n in 1 .. cardinality(troca.partes) by 2 loop
      depois := replace(antes, troca.partes[n], troca.partes[n + 1]);
      if depois = antes then
        raise exception '% is not the function that this migration changes: %', troca.funcao, troca.partes[n];
      end if;
      antes := depois;
    end loop;
    execute depois;
  end loop;
end
$$;
