-- Acts about named persons (decision 0100): what they say of health is refused, and after a term they are no longer found by the search.

-- Five years are what a court of accounts has to judge a retirement (Supremo Tribunal Federal, tema 445); an editor may write another day.
alter table public.documento add column fora_da_busca_em date;

create function public.preencher_fim_da_busca() returns trigger language plpgsql as $$
begin
  new.fora_da_busca_em := (new.publicado_em + interval '5 years')::date;
  return new;
end
$$;
create trigger preencher_fim_da_busca before insert or update of contem_dado_pessoal, publicado_em on public.documento
  for each row when (new.contem_dado_pessoal and new.fora_da_busca_em is null and new.publicado_em is not null)
  execute function public.preencher_fim_da_busca();

-- Words that tell why somebody retires, without accents. Retirement of a person with a disability is health data as well.
create function public.fala_de_saude(texto text) returns boolean language sql immutable strict parallel safe
  return public.pt_sem_acento(texto) ~* '\m(incapacidade|incapaz|invalidez|invalid[oa]|doenca|molestia|enfermidade|deficiencia|deficiente|laudo|pericia|cid[ -]?[a-z]\d)';

create function edicao.conferir_ato_de_pessoa() returns trigger language plpgsql as $$
begin
  if public.fala_de_saude(public.juntar_texto(new.titulo, new.ementa, new.resumo_simples, new.interessado)) then
    perform edicao.recusar('documento_sem_saude', 'titulo',
      'Título, ementa e resumo de um ato sobre uma pessoa não dizem o motivo de saúde (Lei nº 13.709/2018, art. 11). Escreva só “aposentadoria” ou “pensão”.');
  end if;
  return new;
end
$$;
create trigger conferir_ato_de_pessoa before insert or update of titulo, ementa, resumo_simples, interessado, contem_dado_pessoal on public.documento
  for each row when (new.contem_dado_pessoal) execute function edicao.conferir_ato_de_pessoa();

-- The search drops a row at its `ate`.
do $$
declare
  antes text := pg_get_viewdef('indice.fonte_documento'::regclass);
  depois text := regexp_replace(replace(antes, 'd.retirado_em AS ate',
    'LEAST(d.retirado_em, d.fora_da_busca_em::timestamp AT TIME ZONE public.fuso_da_instituicao()) AS ate'), '\mpublic\.indice\.', 'indice.', 'g');
begin
  if depois = antes then
    raise exception 'indice.fonte_documento is not the view that this migration changes';
  end if;
  execute 'create or replace view indice.fonte_documento as ' || depois;
end
$$;

-- Acts that are there already. Their words are left as they are: who edits one next is told.
update public.documento set fora_da_busca_em = (publicado_em + interval '5 years')::date where contem_dado_pessoal and publicado_em is not null;
