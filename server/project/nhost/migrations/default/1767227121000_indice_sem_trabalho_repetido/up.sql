-- The words of a row were read from its texts three times where they are needed three times: the planner puts what a subquery computes in each
-- place that names it. With "offset 0" each is read once, which is three tenths of what the index of a row costs.
create or replace function indice.refazer(tabela text, chaves text[]) returns void language plpgsql as $$
declare
  antes text[];
  depois text[];
  escritas text[];
  tipo text := case when tabela in ('categoria_documento', 'rota') then 'text' else 'bigint' end;
begin
  select array_agg(p.dobrada) into antes from indice.palavras(indice.textos(tabela, chaves)) p;
  execute format($sql$
    with fonte as materialized (
      select tabela, chave, tipo, categoria, ano, data, dia, desde, ate, vale_ate, fator, indice.sem_cpf(titulo) as titulo, indice.sem_cpf(resumo) as resumo, destino,
             indice.para_indexar(a) as a, indice.para_indexar(b) as b, indice.para_indexar(c) as c, indice.para_indexar(d) as d
        from indice.fonte_%1$s where origem = any ($1::%2$s[])),
    retirados as (
      delete from indice.item i where i.tabela = %1$L and i.chave = any ($1) and not exists (select from fonte f where f.chave = i.chave)
    ),
    novos as (
      select f.tabela, f.chave, f.tipo, f.categoria, f.ano, f.data, f.dia, f.desde, f.ate, f.vale_ate, f.fator, f.titulo, f.resumo, nullif(f.a, f.titulo) as outros, f.destino, (select coalesce(sum(cardinality(positions)), 0) from unnest(t.titulo)) as comprimento, v.principal,
             v.principal || indice.lexemas(f.d) || array_to_tsvector(array_remove(array['%%' || f.tipo, '#' || coalesce(f.ano, 0),
               '#' || f.ano || '-' || extract(month from f.data)], null)) as termos
        from fonte f
        cross join lateral (select indice.lexemas(f.a, 'A') as titulo offset 0) t
        cross join lateral (select t.titulo || indice.lexemas(f.b, 'B') || indice.lexemas(f.c, 'C')
          || (case when f.categoria = '' then '' else quote_literal('@' || f.categoria) || ':1B' end)::tsvector as principal offset 0) v
    )
    insert into indice.item as i (tabela, chave, tipo, categoria, ano, data, dia, desde, ate, vale_ate, fator, titulo, resumo, outros, destino, comprimento, principal, termos)
    select * from novos order by chave
    on conflict (tabela, chave) do update set tipo = excluded.tipo, categoria = excluded.categoria, ano = excluded.ano, data = excluded.data,
      dia = excluded.dia, desde = excluded.desde, ate = excluded.ate, vale_ate = excluded.vale_ate, fator = excluded.fator, titulo = excluded.titulo, resumo = excluded.resumo, outros = excluded.outros,
      destino = excluded.destino, comprimento = excluded.comprimento, principal = excluded.principal, termos = excluded.termos
    where (i.tipo, i.categoria, i.ano, i.data, i.dia, i.desde, i.ate, i.vale_ate, i.fator, i.titulo, i.resumo, i.outros, i.destino, i.termos)
      is distinct from (excluded.tipo, excluded.categoria, excluded.ano, excluded.data, excluded.dia, excluded.desde, excluded.ate, excluded.vale_ate, excluded.fator,
        excluded.titulo, excluded.resumo, excluded.outros, excluded.destino, excluded.termos)$sql$, tabela, tipo) using chaves;
  select array_agg(p.dobrada), array_agg(p.escrita) into depois, escritas from indice.palavras(indice.textos(tabela, chaves)) p;
  insert into indice.palavra
    select n.dobrada, n.escrita, v.lexemas[1]
      from unnest(depois, escritas) n (dobrada, escrita) cross join lateral (select indice.em_ordem(n.escrita)) v (lexemas)
     where not exists (select from indice.palavra p where p.dobrada = n.dobrada) and cardinality(v.lexemas) = 1 order by n.dobrada
  on conflict do nothing;
  delete from indice.palavra p where p.dobrada = any (antes) and p.dobrada <> all (coalesce(depois, '{}'))
    and not exists (select from indice.item i where i.termos @@ quote_literal(p.lexema)::tsquery);
end
$$;
