-- A document that names a meeting and was published after it is its minutes, or belongs to them; the page of the body leads to them by the meeting alone.
-- Who publishes minutes chose the meeting in the document, and the meeting stood there without minutes.
create index reuniao_sem_ata on public.reuniao (inicio) where publicado and ata_documento_id is null;

-- Restated, with the last part.
create or replace view public.contradicao as
  select 'documento' as tabela, id::text as chave, titulo, 'O ato é de depois da publicação: confira as duas datas.' as problema
    from public.documento
   where publicado and data_ato > publicado_em and retirado_em is null
  union all
  select 'documento', id::text, titulo, 'A vigência terminou e a situação ainda é “vigente”.'
    from public.documento
   where publicado and situacao_id = 'vigente' and vigencia_fim < (select public.hoje()) and retirado_em is null
  union all
  select 'documento', d.id::text, d.titulo, 'Há contrato publicado e a licitação consta como em aberto.'
    from public.documento d
   where d.publicado and d.situacao_id in ('aberta', 'em_andamento') and d.retirado_em is null
     and exists (select from public.documento c where c.licitacao_id = d.id and c.publicado and c.retirado_em is null)
  union all
  select 'reuniao', r.id::text, o.nome || ', ' || to_char(r.inicio at time zone public.fuso_da_instituicao(), 'DD/MM/YYYY'),
         'A reunião já passou e consta como prevista ou adiada.'
    from public.reuniao r join public.orgao_colegiado o on o.id = r.orgao_id
   where r.publicado and r.situacao in ('prevista', 'adiada') and r.inicio < (select now()) - interval '3 days'
  union all
  select 'membro_orgao', m.id::text, p.nome || ', ' || o.nome, 'A certificação venceu e o mandato continua.'
    from public.membro_orgao_vigente v join public.membro_orgao m on m.id = v.id
    join public.pessoa p on p.id = m.pessoa_id join public.orgao_colegiado o on o.id = m.orgao_id
   where m.certificacao_validade < (select public.hoje())
  union all
  select 'progestao_certificacao', c.id::text, 'Nível ' || c.nivel, 'O certificado do Pró-Gestão venceu e não há outro.'
    from (select * from public.progestao_certificacao where publicado order by valido_ate desc limit 1) c
   where c.valido_ate < (select public.hoje())
  union all
  select 'progestao_avaliacao', a.id::text, a.acao_codigo || ' ' || c.nome, 'A ação consta como atendida e nenhuma evidência dela está publicada.'
    from public.progestao_avaliacao a
    join public.progestao_certificacao_vigente v on v.id = a.certificacao_id
    join public.progestao_acao c on c.codigo = a.acao_codigo
   where a.situacao = 'atendida'
     and not exists (
       select from public.progestao_evidencia e left join public.documento_visivel d on d.id = e.documento_id
        where e.avaliacao_id = a.id and (e.documento_id is null or d.id is not null))
  union all
  -- The documents of item 3.2.8 of the manual are what the action on transparency asks for.
  select 'progestao_avaliacao', a.id::text, 'Item ' || i.item || ' do 3.2.8: ' || i.descricao,
         'A ação 2.8 consta como atendida e o documento não está publicado.'
    from public.progestao_avaliacao a
    join public.progestao_certificacao_vigente v on v.id = a.certificacao_id
    join public.nivel_progestao alcancado on alcancado.valor = a.nivel_atingido
    join public.progestao_item i on true
    join public.nivel_progestao minimo on minimo.valor = i.nivel_minimo and minimo.ordem <= alcancado.ordem
   where a.acao_codigo = '2.8' and a.situacao = 'atendida'
     and not exists (
       select from public.categoria_documento c join public.categoria_resumo s on s.slug = c.slug
        where c.item_pro_gestao = i.item and (s.total > 0 or s.declaracoes > 0))
  union all
  -- A law that another one changed says so, and has the text of after the change among its versions.
  select 'documento', d.id::text, d.titulo, 'O ato foi alterado por “' || r.titulo || '” e a situação não diz isso.'
    from public.documento_relacao a join public.documento_visivel v on v.id = a.de_id join public.documento r on r.id = a.de_id
    join public.documento d on d.id = a.para_id
   where a.tipo = 'altera' and d.publicado and d.retirado_em is null and d.situacao_id = 'vigente'
  union all
  select 'documento', d.id::text, d.titulo, 'O ato foi alterado por “' || r.titulo || '” e o histórico não tem a versão de depois.'
    from public.documento_relacao a join public.documento_visivel v on v.id = a.de_id join public.documento r on r.id = a.de_id
    join public.documento d on d.id = a.para_id
   where a.tipo = 'altera' and d.publicado and d.retirado_em is null
     and not exists (select from public.documento_versao h
                      where h.documento_id = d.id and (h.alterado_em at time zone public.fuso_da_instituicao())::date >= r.publicado_em)
  union all
  -- Documents may be found after the declaration, and are published all the same.
  select 'declaracao_inexistencia', x.id::text, x.texto, 'A declaração diz que nada houve, e “' || d.titulo || '” está publicado no mesmo período.'
    from public.declaracao_inexistencia x
    cross join lateral edicao.documento_do_periodo(x.categoria_slug, x.exercicio, x.competencia_inicio, x.competencia_fim) d (titulo)
   where x.publicado and d.titulo is not null
     and exists (select from contagem.categoria_contagem k where k.categoria_slug = x.categoria_slug and k.exercicio = x.exercicio)
  union all
  select 'declaracao_inexistencia', x.id::text, x.texto, 'A categoria não admite declaração de inexistência.'
    from public.declaracao_inexistencia x join public.categoria_documento c on c.slug = x.categoria_slug
   where x.publicado and not c.admite_declaracao
  union all
  select distinct on (r.id) 'reuniao', r.id::text, o.nome || ', ' || to_char(r.inicio at time zone public.fuso_da_instituicao(), 'DD/MM/YYYY'),
         '“' || d.titulo || '” é desta reunião, e o campo “Ata” dela está vazio.'
    from public.reuniao r join public.orgao_colegiado o on o.id = r.orgao_id join public.documento d on d.reuniao_id = r.id
   where r.publicado and r.ata_documento_id is null and r.inicio < (select now())
     and d.publicado and d.retirado_em is null and d.publicado_em > (r.inicio at time zone public.fuso_da_instituicao())::date;
