-- How long cases are kept (LGPD art. 15 and 16), by channel, and how they are erased. What statistics count stays; what a person wrote, was answered
-- or is known by goes.

-- Every erasure, without what was erased.
create table casos.eliminacao (
  id bigint generated always as identity primary key,
  caso_id uuid not null unique,
  protocolo text not null,
  canal text not null,
  usuario uuid,
  papel text,
  eliminado_em timestamptz not null
);

-- Each act of erasure: who, when, how many, and which protocols.
create table casos.ato_de_eliminacao (
  id bigint generated always as identity primary key,
  usuario uuid,
  papel text,
  quantidade integer not null,
  protocolos text[] not null,
  eliminado_em timestamptz not null
);

-- What somebody wrote about a case and did not send goes with the case.
create index rascunho_de_caso on public.rascunho (chave) where tabela = 'caso';

-- A closed case is due when its months are over. Messages are closed by their answer; the other channels have their own end.
create function casos.limite_da_guarda(canal text) returns timestamptz language sql stable return (
  select casos.agora() - make_interval(months => k.meses_de_guarda) from public.canal_atendimento k where k.canal = limite_da_guarda.canal
);

-- Since its releases of November 2026 (15.20, 18.7) Postgres alters no table whose row a function with a parsed body takes, and a later migration may
-- give the tables of cases a column. A body given as text may take any row.
create function casos.encerrado_em(caso casos.caso) returns timestamptz language sql stable as $$
  select case when caso.canal = 'contato' then coalesce(caso.concluido_em, caso.respondido_em) else caso.concluido_em end
$$;

-- What is left of an erased case is what statistics count by.
create function casos.eliminar_caso() returns trigger language plpgsql as $$
begin
  if old.eliminado_em is not null then
    perform casos.recusar('imutavel');
  elsif old.aberto or casos.encerrado_em(old) is null or casos.encerrado_em(old) > casos.limite_da_guarda(old.canal) then
    perform casos.recusar('guarda_nao_terminada');
  end if;
  new := old;
  new.eliminado_em := casos.agora();
  new.atualizado_em := casos.agora();
  new.versao := old.versao + 1;
  new.chave := null;
  new.codigo_hash := null;
  new.cifrado_com := null;
  new.texto := null;
  new.local_fato := null;
  new.data_fato := null;
  new.envolvidos := null;
  new.origem_rota := null;
  new.resposta := null;
  new.prorrogacao_justificativa := null;
  new.satisfacao_texto := null;
  insert into casos.eliminacao (caso_id, protocolo, canal, usuario, papel, eliminado_em)
  values (old.id, old.protocolo, old.canal, casos.quem(), casos.papel(), casos.agora());
  return new;
end
$$;
create trigger eliminar_caso before update on casos.caso
  for each row when (old.eliminado_em is not null or new.eliminado_em is not null) execute function casos.eliminar_caso();

-- Files of an erased case lie where the storage service keeps them, so they are removed by the server through that service: deleting the row alone
-- would leave their bytes. They join the files that wait for a case in vain (`casos.anexo_esperado`), long enough ago to be taken at once.
create function casos.eliminar_o_que_pertence() returns trigger language plpgsql as $$
begin
  delete from casos.solicitante s where s.caso_id = new.id;
  delete from casos.perfil_estatistico p where p.caso_id = new.id;
  delete from casos.mensagem m where m.caso_id = new.id;
  with solto as (
    delete from casos.anexo a where a.caso_id = new.id returning a.arquivo_id
  )
  insert into casos.anexo_esperado (arquivo_id, desde) select s.arquivo_id, casos.agora() - interval '1 day' from solto s on conflict do nothing;
  update casos.andamento a set descricao_publica = null, nota_interna = null where a.caso_id = new.id;
  update casos.recurso r set motivo = null, texto = null where r.caso_id = new.id;
  return null;
end
$$;
create trigger eliminar_o_que_pertence after update on casos.caso
  for each row when (old.eliminado_em is null and new.eliminado_em is not null) execute function casos.eliminar_o_que_pertence();

create function casos.eliminar_rascunhos() returns trigger language plpgsql as $$
begin
  delete from public.rascunho r where r.tabela = 'caso' and r.chave = new.id::text;
  return null;
end
$$;
create trigger eliminar_rascunhos after update on casos.caso
  for each row when (old.eliminado_em is null and new.eliminado_em is not null) execute function casos.eliminar_rascunhos();

-- The history is only added to, until its texts are erased with the case.
create function casos.guardar_andamento() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.descricao_publica is null and new.nota_interna is null
     and (to_jsonb(new) - array['descricao_publica', 'nota_interna']) = (to_jsonb(old) - array['descricao_publica', 'nota_interna'])
     and exists (select from casos.caso c where c.id = old.caso_id and c.eliminado_em is not null) then
    return new;
  end if;
  -- A demonstration goes with its history: its case is deleted first.
  if tg_op = 'DELETE' and not exists (select from casos.caso c where c.id = old.caso_id) then
    return old;
  end if;
  perform casos.recusar('imutavel');
end
$$;
create trigger guardar_andamento before update or delete on casos.andamento for each row execute function casos.guardar_andamento();

create trigger recusar_mudanca before update or delete on casos.eliminacao for each row execute function casos.recusar_mudanca();
create trigger recusar_esvaziamento before truncate on casos.eliminacao for each statement execute function casos.recusar_mudanca();
create trigger recusar_mudanca before update or delete on casos.ato_de_eliminacao for each row execute function casos.recusar_mudanca();
create trigger recusar_esvaziamento before truncate on casos.ato_de_eliminacao for each statement execute function casos.recusar_mudanca();

create function public.listar_casos_a_eliminar(limite integer default 100) returns setof public.caso_a_eliminar language sql stable rows 100 as $$
  select v.id, v.protocolo, v.canal, v.encerrado_em
    from public.canal_atendimento k
    cross join lateral (
      select c.id, c.protocolo, c.canal, coalesce(c.concluido_em, c.respondido_em) as encerrado_em
        from casos.caso c
       where c.canal = k.canal and c.eliminado_em is null and not c.aberto
         and coalesce(c.concluido_em, c.respondido_em) <= casos.agora() - make_interval(months => k.meses_de_guarda)
         and (k.canal = 'contato' or c.concluido_em is not null)
       order by coalesce(c.concluido_em, c.respondido_em) limit least(listar_casos_a_eliminar.limite, 500)) v
   order by v.encerrado_em, v.id limit least(listar_casos_a_eliminar.limite, 500)
$$;

-- `confirmacao` is how many cases the person has been told of: a list that is not the one that was shown erases nothing.
create function public.eliminar_casos(ids jsonb, confirmacao integer) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  nomes text[];
begin
  if jsonb_typeof(ids) <> 'array' or jsonb_array_length(ids) <> confirmacao or confirmacao not between 1 and 500 then
    perform casos.recusar('falta_confirmacao');
  end if;
  with eliminado as (
    update casos.caso c set eliminado_em = casos.agora()
     where c.id = any (array(select i.id::uuid from jsonb_array_elements_text(ids) i (id)))
    returning c.protocolo
  )
  select array_agg(e.protocolo order by e.protocolo) into nomes from eliminado e;
  if coalesce(cardinality(nomes), 0) <> confirmacao then
    perform casos.recusar('nao_encontrado');
  end if;
  insert into casos.ato_de_eliminacao (usuario, papel, quantidade, protocolos, eliminado_em)
  values (casos.quem(), casos.papel(), confirmacao, nomes, casos.agora());
  return row(confirmacao)::public.rotina_de_casos;
end
$$;

create view public.eliminacao_de_caso as select id, caso_id, protocolo, canal, usuario, papel, eliminado_em from casos.eliminacao;

create view public.ato_de_eliminacao as select id, usuario, papel, quantidade, protocolos, eliminado_em from casos.ato_de_eliminacao;
