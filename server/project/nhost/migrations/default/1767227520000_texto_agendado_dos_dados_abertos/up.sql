-- Forward only: nothing is undone here. A correction is a new migration.
-- The words of a scheduled text of the page of open data were found from its next save on, and not from its moment: the row of the route, which has
-- them, is written when something is saved. Until that save the row of the page is found in its place from the moment on; its address leads to the
-- same page.
create or replace view indice.fonte_pagina as
  select p.id as origem, 'pagina' as tabela, p.id::text as chave, 'pagina' as tipo, '' as categoria, null::smallint as ano,
         null::date as data, null::date as dia, p.publicado_em as desde, null::timestamptz as ate, null::date as vale_ate, 1.35::real as fator,
         p.titulo, p.resumo, p.slug as destino, p.titulo as a,
         concat_ws(' ', p.resumo, (select string_agg(distinct concat_ws(' ', m.rotulo, m.descricao), ' ')
           from indice.menu_a_mostra m where m.ativo and m.destino_tipo = 'pagina' and m.destino = p.slug)) as b,
         public.texto_de_html(p.corpo_html) as c, null::text as d
    from public.pagina p where p.publicado and (p.slug <> 'dados-abertos' or p.publicado_em > now());

create or replace view indice.fonte_rota as
  select m.destino as origem, 'rota' as tabela, m.destino as chave, 'pagina' as tipo, '' as categoria, null::smallint as ano,
         null::date as data, null::date as dia, null::timestamptz as desde, (
           select p.publicado_em from public.pagina p
            where m.destino = '/lai/dados-abertos' and p.slug = 'dados-abertos' and p.publicado and p.publicado_em > now()) as ate,
         null::date as vale_ate,
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

select indice.refazer('rota', array_agg(distinct destino)), indice.refazer('pagina', array_agg(distinct p.id::text))
  from public.pagina p join public.menu_item m on m.destino_tipo = 'rota' and m.destino = '/lai/dados-abertos'
 where p.slug = 'dados-abertos' and p.publicado_em > now() having count(*) > 0;
