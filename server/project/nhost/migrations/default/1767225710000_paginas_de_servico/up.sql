-- Services have pages of their own: where one begins it, who goes first (Lei nº 13.460/2017, art. 7º), and the words by which the search finds it.
alter table public.servico
  add column prioridade text,
  add column inicio_rotulo text,
  add column inicio_endereco text,
  add column busca_texto text not null generated always as (public.pt_sem_acento(public.juntar_texto(nome, resumo, publico))) stored,
  add column busca tsvector not null generated always as (
    setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(nome)), 'A')
    || setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(coalesce(resumo, ''))), 'B')
    || setweight(to_tsvector('pg_catalog.portuguese'::regconfig, public.pt_fold(coalesce(publico, ''))), 'C')
  ) stored,
  add constraint servico_inicio_endereco_aceito check (inicio_endereco = '' or public.endereco_aceito(inicio_endereco));
create index servico_busca on public.servico using gin (busca) with (fastupdate = off);
create index servico_busca_texto on public.servico using gin (busca_texto gin_trgm_ops) with (fastupdate = off);
create index servico_ordem on public.servico (ordem, id) where publicado;

do $$
begin
  execute replace(pg_get_functiondef('contagem.fonte'::regproc),
    $de$('pagina', null, null, null, null,$de$, $para$('servico', null, null, null, null, 'publicado', 'ordem, id', 'busca'),
    ('pagina', null, null, null, null,$para$);
end
$$;
