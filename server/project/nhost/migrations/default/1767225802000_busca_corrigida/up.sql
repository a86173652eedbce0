-- Plain text of HTML, as a reader sees it: without tags, and with the signs that entities stand for.
create function indice.texto_de_html(html text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(replace(replace(replace(public.texto_de_html(html), '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');

do $$
declare
  definicao text;
  antes text;
begin
  definicao := replace(pg_get_functiondef('indice.texto_de(text, text)'::regprocedure), 'public.texto_de_html(', 'indice.texto_de_html(');
  execute definicao;
  definicao := replace(pg_get_viewdef('indice.fonte_pergunta_frequente'::regclass), 'texto_de_html(q.resposta_html)', '~');
  execute 'create or replace view indice.fonte_pergunta_frequente as ' || replace(replace(definicao, 'public.~', '~'), '~', 'indice.texto_de_html(q.resposta_html)');

  definicao := pg_get_functiondef('public.buscar(text, text, text, integer, integer, integer)'::regprocedure);
  antes := definicao;
  -- A corrected word may be one that says nothing ("sitte", "site"): then there is nothing to look for, and filters alone find nothing.
  definicao := replace(definicao,
    'select * into pedido from indice.interpretar(corrigida);
      encontrados := indice.encontrar(indice.juntar(pedido.unidades || filtros, '' & ''), exercicio, maximo);',
    'select * into pedido from indice.interpretar(corrigida);
      if cardinality(pedido.unidades) > 0 then
        encontrados := indice.encontrar(indice.juntar(pedido.unidades || filtros, '' & ''), exercicio, maximo);
      end if;');
  definicao := replace(definicao, '/ cardinality(pedido.exatas)', '/ greatest(1, cardinality(pedido.exatas))');
  -- Those that have all the words stay, however old, when those that have some of them come as well.
  definicao := replace(definicao,
    'encontrados := indice.encontrar(indice.juntar(filtros || partes, '' & ''), exercicio, 200);',
    'encontrados := encontrados || array(select e from unnest(indice.encontrar(indice.juntar(filtros || partes, '' & ''), exercicio, 200)) e
        where e <> all (encontrados) limit 200 - cardinality(encontrados));');
  definicao := replace(definicao, 'nullif(buscar.tipo, '''')', 'nullif(regexp_replace(buscar.tipo, ''[^[:alnum:]_-]'', '''', ''g''), '''')');
  definicao := replace(definicao, 'nullif(buscar.categoria, '''')', 'nullif(regexp_replace(buscar.categoria, ''[^[:alnum:]_-]'', '''', ''g''), '''')');
  -- The day of the institution, not that of the server.
  definicao := replace(definicao, 'current_date', '(select public.hoje())');
  if definicao = antes or position('greatest(1, cardinality(pedido.exatas))' in definicao) = 0 or position('e <> all (encontrados)' in definicao) = 0
    or position('if cardinality(pedido.unidades) > 0 then
        encontrados' in definicao) = 0 then
    raise exception 'the search is not the one that this migration mends';
  end if;
  execute definicao;
  perform indice.refazer('pergunta_frequente', (select array_agg(id::text) from public.pergunta_frequente));
end
$$;
