-- Documents from a spreadsheet: hundreds of them were typed one by one, and what one had exported could not be brought back after it was edited.
-- The administration reads the file, sends its rows in parts, shows what the whole would do, and has all of it done in one transaction.

-- Rows as they were sent, in parts, since a request is smaller than a spreadsheet.
create table public.planilha_de_documentos (
  planilha uuid not null default gen_random_uuid(),
  parte integer not null check (parte between 1 and 200),
  linhas jsonb not null check (jsonb_typeof(linhas) = 'array' and jsonb_array_length(linhas) <= 1000),
  enviada_em timestamptz not null default now(),
  primary key (planilha, parte)
);

-- What was given up goes with the next spreadsheet.
create function edicao.esquecer_planilhas() returns trigger language plpgsql as $$
begin
  delete from public.planilha_de_documentos where enviada_em < now() - interval '1 day';
  return null;
end
$$;
create trigger esquecer_planilhas after insert on public.planilha_de_documentos for each statement execute function edicao.esquecer_planilhas();

-- A row of a spreadsheet: what would become of it, or one of its problems. Only functions return such rows.
create view public.linha_da_planilha as
  select null::integer as linha, null::text as acao, null::bigint as documento_id, null::text as titulo, null::text as coluna, null::text as mensagem
   where false;

-- Columns of a document that a spreadsheet sets under their own names.
create function edicao.colunas_da_planilha() returns text[] language sql immutable
  return array[
    'titulo', 'numero', 'exercicio', 'competencia_inicio', 'competencia_fim', 'data_ato', 'publicado_em', 'ementa', 'resumo_simples', 'modalidade',
    'interessado', 'valor', 'vigencia_inicio', 'vigencia_fim', 'pncp_url', 'url_externa', 'fonte', 'diario_oficial_edicao', 'diario_oficial_url'
  ];

-- Each row of a spreadsheet with the document that it names, that document as it would be, the file that it gets, and all that is wrong. A row
-- without an id names the document of its number, else the one of its title, year and date: so a spreadsheet that is brought again makes nothing
-- twice. What the spreadsheet has no column for stays as it is, and a year that is empty comes from the dates, as `preencher_exercicio` fills it.
-- The planner takes the rows of JSON for a hundred, and would look through a whole category for each of five thousand: half a minute in which nothing
-- else is answered by a database in process.
create function edicao.conferir_planilha(qual uuid)
returns table (linha integer, alvo bigint, antes public.documento, depois public.documento, arquivo_id uuid, problemas jsonb)
language sql stable rows 1000 set enable_nestloop = off as $$
  with bruta as materialized (
    select e.valor as dados, e.valor ->> 'categoria' as categoria, e.valor ->> 'tipo' as tipo, e.valor ->> 'situacao' as situacao,
           e.valor ->> 'orgao' as orgao
      from public.planilha_de_documentos p cross join lateral jsonb_array_elements(p.linhas) e (valor)
     where p.planilha = qual
  ), categoria as materialized (
    -- Names are compared once for each that is written: without accents they cost more than the rest.
    select b.categoria as escrita, c.slug as valor from (select distinct categoria from bruta) b
      join lateral (
        select c.slug from public.categoria_documento c
         where lower(c.slug) = lower(b.categoria) or public.pt_sem_acento(c.rotulo) = public.pt_sem_acento(b.categoria)
         order by lower(c.slug) = lower(b.categoria) desc, c.slug limit 1) c on true
  ), tipo as materialized (
    select b.tipo as escrita, t.valor from (select distinct tipo from bruta) b
      join lateral (select t.valor from public.tipo_documento t
                     where t.valor = b.tipo or public.pt_sem_acento(t.rotulo) = public.pt_sem_acento(b.tipo) order by t.valor limit 1) t on true
  ), situacao as materialized (
    select b.situacao as escrita, s.valor from (select distinct situacao from bruta) b
      join lateral (select s.valor from public.situacao_documento s
                     where s.valor = b.situacao or public.pt_sem_acento(s.rotulo) = public.pt_sem_acento(b.situacao) order by s.valor limit 1) s on true
  ), orgao as materialized (
    select b.orgao as escrita, o.id as valor from (select distinct orgao from bruta) b
      join lateral (select o.id from public.orgao_colegiado o
                     where public.pt_sem_acento(o.nome) = public.pt_sem_acento(b.orgao) order by o.id limit 1) o on true
  ), escrita as materialized (
    select (b.dados ->> 'linha')::integer as linha, b.dados, (b.dados ->> 'id')::bigint as id, (b.dados ->> 'arquivo')::uuid as arquivo_id,
           c.valor as categoria, t.valor as tipo, s.valor as situacao, o.valor as orgao,
           (select jsonb_object_agg(k.key, k.value) from jsonb_each(b.dados) k where k.key = any (edicao.colunas_da_planilha())) as simples
      from bruta b
      left join categoria c on c.escrita = b.categoria
      left join tipo t on t.escrita = b.tipo
      left join situacao s on s.escrita = b.situacao
      left join orgao o on o.escrita = b.orgao
  ), lida as materialized (
    select l.linha, l.dados, l.id, l.arquivo_id, l.categoria, l.tipo, l.situacao, l.orgao,
           coalesce(l.simples, '{}')
             || case when l.dados ? 'categoria' and l.categoria is not null then jsonb_build_object('categoria_slug', l.categoria) else '{}' end
             || case when l.dados ? 'tipo' then jsonb_build_object('tipo_id', l.tipo) else '{}' end
             || case when l.dados ? 'situacao' then jsonb_build_object('situacao_id', l.situacao) else '{}' end
             || case when l.dados ? 'orgao' then jsonb_build_object('orgao_id', l.orgao) else '{}' end as mudancas,
           f.numero, f.titulo, f.modalidade, f.data_ato,
           coalesce(f.exercicio, extract(year from coalesce(f.competencia_fim, f.data_ato, f.vigencia_inicio, f.publicado_em))::smallint) as exercicio
      from escrita l
     cross join lateral jsonb_populate_record(null::public.documento, coalesce(l.simples, '{}')) f
  ), por_numero as (
    select l.linha, min(d.id) as id
      from lida l
      join public.documento d on d.categoria_slug = l.categoria and d.numero = l.numero and d.exercicio = l.exercicio
       and (not l.dados ? 'tipo' or d.tipo_id is not distinct from l.tipo)
       and (not l.dados ? 'modalidade' or d.modalidade is not distinct from l.modalidade)
     where d.substitui_documento_id is null and d.retirado_em is null
     group by l.linha
    having count(*) = 1
  ), por_titulo as (
    select l.linha, min(d.id) as id, count(*) as quantos
      from lida l
      join public.documento d on d.categoria_slug = l.categoria and d.exercicio = l.exercicio and lower(d.titulo) = lower(l.titulo)
       and (d.data_ato is null or l.data_ato is null or d.data_ato = l.data_ato) and (d.numero is null or l.numero is null or d.numero = l.numero)
     where l.id is null and d.retirado_em is null
     group by l.linha
  ), achada as (
    select l.*, case when n.id is null then t.quantos end as quantos,
           coalesce(l.id, n.id, case when t.quantos = 1 then t.id end) as alvo,
           min(l.linha) over (partition by l.categoria, l.exercicio, lower(l.titulo), l.numero, l.tipo, l.modalidade, l.data_ato, l.id) as primeira
      from lida l
      left join por_numero n on n.linha = l.linha
      left join por_titulo t on t.linha = l.linha
  ), pronta as (
    select l.linha, l.dados, l.id, l.arquivo_id, l.categoria, l.tipo, l.situacao, l.orgao, l.quantos, l.primeira, d.id as alvo, d,
           jsonb_populate_record(d, l.mudancas) as m,
           min(l.linha) over (partition by l.alvo) as primeira_do_alvo, l.alvo as procurado
      from achada l
      left join public.documento d on d.id = l.alvo
  ), completa as (
    select p.*, case when (p.m).exercicio is not null then p.m
                     else jsonb_populate_record(p.m, jsonb_build_object('exercicio', extract(year from
                       coalesce((p.m).competencia_fim, (p.m).data_ato, (p.m).vigencia_inicio, (p.m).publicado_em))::integer)) end as n
      from pronta p
  ), numerada as (
    -- As `documento_numero_unico` compares documents.
    select c.linha, c.alvo, (c.n).categoria_slug, (c.n).tipo_id, (c.n).modalidade, (c.n).numero, (c.n).exercicio
      from completa c
     where (c.n).numero is not null and (c.n).substitui_documento_id is null and (c.n).retirado_em is null
  ), do_site as (
    select distinct n.linha
      from numerada n
      join public.documento d on d.categoria_slug = n.categoria_slug and d.numero = n.numero and d.exercicio = n.exercicio
       and d.tipo_id is not distinct from n.tipo_id and d.modalidade is not distinct from n.modalidade
     where d.substitui_documento_id is null and d.retirado_em is null and d.id is distinct from n.alvo
  ), do_arquivo as (
    select n.linha, min(n.linha) over (partition by n.categoria_slug, n.tipo_id, n.modalidade, n.numero, n.exercicio) as primeira from numerada n
  )
  select p.linha, p.alvo, p.d, p.n, f.novo,
         (select jsonb_agg(jsonb_build_object('coluna', e.coluna, 'mensagem', e.mensagem)) from (values
           ('id', case when p.id is not null and p.alvo is null then 'Nenhum documento do site tem este número.'
                       when (p.d).retirado_em is not null then 'Este documento foi retirado do site.' end),
           ('categoria', case when p.dados ->> 'categoria' is not null and p.categoria is null
                                then format('A categoria “%s” não existe. Escreva o nome da lista, ou o fim do endereço dela.', p.dados ->> 'categoria')
                              when (p.n).categoria_slug is null then 'Falta a categoria.' end),
           ('titulo', case when (p.n).titulo is null then 'Falta o título.'
                           when p.quantos > 1 and p.id is null
                             then format('O site tem %s documentos com este título, exercício e data: diga de qual se trata, na coluna id.', p.quantos)
                           when public.mostra_cpf(public.juntar_texto((p.n).titulo, (p.n).ementa, (p.n).resumo_simples, (p.n).interessado))
                             then 'O título, a ementa, o resumo ou o interessado mostra um CPF inteiro.'
                           when (p.d).contem_dado_pessoal
                             and public.fala_de_saude(public.juntar_texto((p.n).titulo, (p.n).ementa, (p.n).resumo_simples, (p.n).interessado))
                             then 'Um ato sobre uma pessoa não diz o motivo de saúde.' end),
           ('exercicio', case when (p.n).exercicio is null then 'Falta o exercício, ou uma data de que ele se tire.'
                              when (p.n).exercicio not between 1988 and 2100
                                then format('O exercício seria %s: escreva na coluna exercicio um ano de 1988 a 2100.', (p.n).exercicio) end),
           ('tipo', case when p.dados ->> 'tipo' is not null and p.tipo is null then format('O tipo “%s” não existe.', p.dados ->> 'tipo') end),
           ('situacao', case when p.dados ->> 'situacao' is not null and p.situacao is null
              then format('A situação “%s” não existe.', p.dados ->> 'situacao') end),
           ('orgao', case when p.dados ->> 'orgao' is not null and p.orgao is null
              then format('O órgão “%s” não está cadastrado.', p.dados ->> 'orgao') end),
           ('numero', case when s.linha is not null then 'Outro documento da categoria já tem este número neste exercício.'
                           when a.primeira < p.linha and p.linha = case when p.procurado is null then p.primeira else p.primeira_do_alvo end
                             then format('A linha %s já tem este número, na mesma categoria e no mesmo exercício.', a.primeira) end),
           ('competencia_fim', case when (p.n).competencia_fim < (p.n).competencia_inicio then 'O fim da competência vem antes do começo.' end),
           ('vigencia_fim', case when (p.n).vigencia_fim < (p.n).vigencia_inicio then 'O fim da vigência vem antes do começo.' end),
           ('publicado_em', case when (p.d).publicado and (p.n).publicado_em is null then 'Um documento publicado tem a data da publicação.' end),
           ('pncp', case when not public.endereco_aceito((p.n).pncp_url) then 'Este endereço não serve: comece por https://.' end),
           ('diario_oficial_endereco', case when not public.endereco_aceito((p.n).diario_oficial_url) then 'Este endereço não serve: comece por https://.' end),
           ('arquivo', case when not public.endereco_aceito((p.n).url_externa) then 'Este endereço não serve: comece por https://.'
                            when p.arquivo_id is null then null
                            when not exists (select from public.arquivo a where a.id = p.arquivo_id) then 'Este arquivo não está no site: envie-o antes.'
                            when exists (select from public.documento_arquivo a where a.documento_id = p.alvo)
                             and not exists (select from public.documento_arquivo a where a.documento_id = p.alvo and a.arquivo_id = p.arquivo_id)
                              then 'O documento tem outro arquivo: troque-o no formulário dele.' end),
           (null, case when (p.d).publicado and (p.d is distinct from p.n or f.novo is not null)
               and exists (select from public.configuracao_site where exige_aprovacao)
              then 'O público já vê este documento, e a mudança precisa da aprovação de outra pessoa: mude-o no formulário dele.' end),
           (null, case when p.procurado is not null and p.primeira_do_alvo < p.linha
                         then format('É o mesmo documento da linha %s.', p.primeira_do_alvo)
                       when p.procurado is null and p.primeira < p.linha
                         then format('Repete a linha %s: mesma categoria, título, número, exercício e data.', p.primeira) end)
         ) e (coluna, mensagem) where e.mensagem is not null)
    from completa p
    left join do_site s on s.linha = p.linha
    left join do_arquivo a on a.linha = p.linha
   cross join lateral (select case when not exists (select from public.documento_arquivo r where r.documento_id = p.alvo) then p.arquivo_id end) f (novo)
$$;

-- What a spreadsheet would do, row by row; where anything is wrong, the problems alone.
create function public.prever_planilha(planilha uuid) returns setof public.linha_da_planilha language sql stable rows 1000 as $$
  with c as materialized (select * from edicao.conferir_planilha(planilha))
  select t.linha, t.acao, t.alvo, t.titulo, t.coluna, t.mensagem from (
    select c.linha, null as acao, c.alvo, null as titulo, e.valor ->> 'coluna' as coluna, e.valor ->> 'mensagem' as mensagem, e.vez
      from c cross join lateral jsonb_array_elements(c.problemas) with ordinality e (valor, vez)
    union all
    select c.linha,
           case when c.alvo is null then 'novo'
                when c.antes is distinct from c.depois or c.arquivo_id is not null then 'muda'
                else 'igual' end,
           c.alvo, (c.depois).titulo, null, null, 0
      from c where not exists (select from c x where x.problemas is not null)) t
   order by t.linha, t.vez
$$;

-- Does what was foreseen, the whole of it or nothing. New documents are not published. Returns the rows that made or changed a document, or gave it
-- its file.
create function public.importar_planilha(planilha uuid) returns setof public.linha_da_planilha language plpgsql volatile rows 1000 as $$
declare
  problema record;
begin
  -- Two imports of the same spreadsheet would both make its documents.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('public.importar_planilha'));
  create temporary table conferida on commit drop as
    select c.linha, c.alvo is null as nova, coalesce(c.alvo, nextval(pg_get_serial_sequence('public.documento', 'id'))) as alvo,
           c.antes is distinct from c.depois as muda, c.depois as n, c.arquivo_id, c.problemas
      from (select * from edicao.conferir_planilha(planilha) order by linha offset 0) c;
  if not exists (select from conferida) then
    perform edicao.recusar('planilha_conferida', '', 'Esta planilha já foi importada, ou foi conferida há mais de um dia: escolha o arquivo de novo.');
  end if;
  select c.linha, c.problemas -> 0 ->> 'mensagem' as mensagem into problema from conferida c where c.problemas is not null order by c.linha limit 1;
  if problema.linha is not null then
    perform edicao.recusar('planilha_conferida', '', format('Linha %s: %s', problema.linha, problema.mensagem));
  end if;
  insert into public.documento (id, categoria_slug, titulo, numero, exercicio, competencia_inicio, competencia_fim, data_ato, publicado_em, ementa,
    resumo_simples, orgao_id, tipo_id, situacao_id, modalidade, interessado, valor, vigencia_inicio, vigencia_fim, pncp_url, url_externa, fonte,
    diario_oficial_edicao, diario_oficial_url)
  select c.alvo, (c.n).categoria_slug, (c.n).titulo, (c.n).numero, (c.n).exercicio, (c.n).competencia_inicio, (c.n).competencia_fim, (c.n).data_ato,
    (c.n).publicado_em, (c.n).ementa, (c.n).resumo_simples, (c.n).orgao_id, (c.n).tipo_id, (c.n).situacao_id, (c.n).modalidade, (c.n).interessado,
    (c.n).valor, (c.n).vigencia_inicio, (c.n).vigencia_fim, (c.n).pncp_url, (c.n).url_externa, (c.n).fonte, (c.n).diario_oficial_edicao,
    (c.n).diario_oficial_url
    from conferida c where c.nova order by c.linha;
  update public.documento d
     set (categoria_slug, titulo, numero, exercicio, competencia_inicio, competencia_fim, data_ato, publicado_em, ementa, resumo_simples, orgao_id,
       tipo_id, situacao_id, modalidade, interessado, valor, vigencia_inicio, vigencia_fim, pncp_url, url_externa, fonte, diario_oficial_edicao,
       diario_oficial_url) = row((c.n).categoria_slug, (c.n).titulo, (c.n).numero, (c.n).exercicio, (c.n).competencia_inicio, (c.n).competencia_fim,
       (c.n).data_ato, (c.n).publicado_em, (c.n).ementa, (c.n).resumo_simples, (c.n).orgao_id, (c.n).tipo_id, (c.n).situacao_id, (c.n).modalidade,
       (c.n).interessado, (c.n).valor, (c.n).vigencia_inicio, (c.n).vigencia_fim, (c.n).pncp_url, (c.n).url_externa, (c.n).fonte,
       (c.n).diario_oficial_edicao, (c.n).diario_oficial_url)
    from conferida c where d.id = c.alvo and not c.nova and c.muda;
  insert into public.documento_arquivo (documento_id, arquivo_id)
  select c.alvo, c.arquivo_id from conferida c where c.arquivo_id is not null;
  delete from public.planilha_de_documentos p where p.planilha = importar_planilha.planilha;
  return query
    select c.linha, case when c.nova then 'novo' else 'muda' end, c.alvo, (c.n).titulo, null::text, null::text
      from conferida c where c.nova or c.muda or c.arquivo_id is not null order by c.linha;
  drop table conferida;
end
$$;
