-- The text of the page of open data is a row of `pagina`, and its address is that of the route: a search found both, which lead to the same page. It finds
-- the route, as other pages of the menu, which has the words of the text too.
--
-- Beside the page of a service stands that of its statistics, whose name has the same word: "sic" and "reclamar" found the statistics first. They are
-- worth a little less.
create or replace view indice.fonte_pagina as
  select p.id as origem, 'pagina' as tabela, p.id::text as chave, 'pagina' as tipo, '' as categoria, null::smallint as ano,
         null::date as data, null::date as dia, p.publicado_em as desde, null::timestamptz as ate, null::date as vale_ate, 1.35::real as fator,
         p.titulo, p.resumo, p.slug as destino, p.titulo as a,
         concat_ws(' ', p.resumo, (select string_agg(distinct concat_ws(' ', m.rotulo, m.descricao), ' ')
           from indice.menu_a_mostra m where m.ativo and m.destino_tipo = 'pagina' and m.destino = p.slug)) as b,
         public.texto_de_html(p.corpo_html) as c, null::text as d
    from public.pagina p where p.publicado and p.slug <> 'dados-abertos';

create or replace view indice.fonte_rota as
  select m.destino as origem, 'rota' as tabela, m.destino as chave, 'pagina' as tipo, '' as categoria, null::smallint as ano,
         null::date as data, null::date as dia, null::timestamptz as desde, null::timestamptz as ate, null::date as vale_ate,
         (case when m.destino in ('/ouvidoria/relatorioEstatistica', '/sic/RelatorioEstatistica') then 1.2 else 1.4 end)::real as fator,
         (array_agg(m.rotulo order by m.area <> 'principal', length(m.rotulo) desc, m.id))[1] as titulo,
         (array_agg(m.descricao order by m.descricao is null, length(m.descricao) desc))[1] as resumo,
         m.destino,
         string_agg(distinct m.rotulo, ' ') as a,
         concat_ws(' ', string_agg(distinct m.descricao, ' '), (
           select string_agg(distinct n.nome, ' ') from public.contato t cross join unnest(array[t.tipo, t.rotulo]) n (nome)
            where t.unidade_id is null and m.destino = '/contato/faleConosco')) as b,
         concat_ws(' ', (
           select concat_ws(' ', p.titulo, p.resumo, public.texto_de_html(p.corpo_html)) from public.pagina p
            where m.destino = '/lai/dados-abertos' and p.slug = 'dados-abertos' and p.publicado and p.publicado_em <= now()),
           (select string_agg(concat_ws(' ', o.nome, 'composição membros mandato', public.texto_de_html(o.competencias_html),
                  (select string_agg(concat_ws(' ', p.nome, r.cargo), ' ') from public.membro_orgao r join public.pessoa p on p.id = r.pessoa_id
                    where r.orgao_id = o.id and r.publicado)), ' ')
            from public.orgao_colegiado o where indice.rota_do_orgao(o.chave) = m.destino)) as c,
         null::text as d
    from indice.menu_a_mostra m
   where m.ativo and m.destino_tipo = 'rota' and m.destino <> '/'
   group by m.destino;

drop trigger indexar_insercao on public.pagina;
drop trigger indexar_alteracao on public.pagina;
drop trigger indexar_exclusao on public.pagina;
create trigger indexar_insercao after insert on public.pagina referencing new table as depois for each statement
  execute function indice.acompanhar('pagina', 'select id from linhas', 'rota', 'select ''/lai/dados-abertos'' from linhas where slug = ''dados-abertos''');
create trigger indexar_alteracao after update on public.pagina referencing old table as antes new table as depois for each statement
  execute function indice.acompanhar('pagina', 'select id from linhas', 'rota', 'select ''/lai/dados-abertos'' from linhas where slug = ''dados-abertos''');
create trigger indexar_exclusao after delete on public.pagina referencing old table as antes for each statement
  execute function indice.acompanhar('pagina', 'select id from linhas', 'rota', 'select ''/lai/dados-abertos'' from linhas where slug = ''dados-abertos''');

select indice.refazer('rota', coalesce(array_agg(distinct destino), '{}')) from public.menu_item where destino_tipo = 'rota';
select indice.refazer('pagina', coalesce(array_agg(id::text), '{}')) from public.pagina where slug = 'dados-abertos';
