-- The request to an area has a term of its own (Lei 13.460 art. 16, sole paragraph: twenty days, once extended by as many). It is between the ouvidoria and
-- the area: the citizen's term goes on beside it, and the citizen never sees it. A channel without `dias_area` gives areas no term.
alter table public.canal_atendimento add column dias_area integer check (dias_area > 0);
alter table public.canal_atendimento add column dias_area_prorrogacao integer check (dias_area_prorrogacao > 0);
update public.canal_atendimento set dias_area = 20, dias_area_prorrogacao = 20 where canal = 'ouvidoria';

alter table casos.situacao add column com_area boolean not null default false;
update casos.situacao set com_area = true where situacao in ('encaminhada_area', 'encaminhado_setor');

alter table casos.caso add column area_prazo_em date;
alter table casos.caso add column area_prorrogado_em timestamptz;
create index caso_por_prazo_da_area on casos.caso (area_prazo_em, id) where area_prazo_em is not null;

-- The term begins with the forwarding, goes on while the citizen's is extended, and ends with every other step. `area` of what an update records
-- beside it asks for the extension.
create function casos.contar_prazo_da_area(antes casos.caso, novo casos.caso) returns casos.caso language plpgsql as $$
declare
  regra public.canal_atendimento;
  para casos.situacao;
  hoje date := casos.data_atual();
begin
  novo.area_prazo_em := antes.area_prazo_em;
  novo.area_prorrogado_em := antes.area_prorrogado_em;
  select * into regra from public.canal_atendimento c where c.canal = antes.canal;
  if novo.canal <> antes.canal then
    novo.area_prazo_em := null;
    novo.area_prorrogado_em := null;
  elsif novo.situacao <> antes.situacao then
    select * into para from casos.situacao s where s.canal = antes.canal and s.situacao = novo.situacao;
    if para.especie is distinct from 'prorrogacao' then
      novo.area_prazo_em := case when para.com_area then casos.fim_do_prazo(hoje, regra.dias_area) end;
      novo.area_prorrogado_em := null;
    end if;
  elsif novo.andamento ->> 'area' = 'prorrogar' then
    if antes.area_prazo_em is null then
      perform casos.recusar('sem_pedido_a_area');
    elsif antes.area_prorrogado_em is not null then
      perform casos.recusar('area_ja_prorrogada');
    elsif hoje > antes.area_prazo_em then
      perform casos.recusar('prazo_da_area_vencido');
    elsif coalesce(trim(novo.andamento ->> 'nota'), '') = '' then
      perform casos.recusar('falta_nota');
    end if;
    novo.area_prazo_em := casos.fim_do_prazo(antes.area_prazo_em, regra.dias_area_prorrogacao);
    novo.area_prorrogado_em := casos.agora();
  end if;
  return novo;
end
$$;

do $$
declare
  antes text := pg_get_functiondef('casos.guardar_caso'::regproc);
  depois text := replace(antes, '  new.aberto := old.aberto;', '  new := casos.contar_prazo_da_area(old, new);
  new.aberto := old.aberto;');
begin
  if depois = antes then
    raise exception 'casos.guardar_caso is not the function that this migration changes';
  end if;
  execute depois;
  antes := pg_get_functiondef('public.tramitar_caso'::regproc);
  depois := replace(antes, '           ''nota'', dados ->> ''nota'')
   where c.id = atual.id;', '           ''nota'', dados ->> ''nota'', ''area'', dados ->> ''area'')
   where c.id = atual.id;');
  if depois = antes then
    raise exception 'public.tramitar_caso is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

create or replace view public.caso as
  select id, canal, protocolo, situacao, aberto, tipo, identificacao, assunto_id, unidade_id, texto, local_fato, data_fato, envolvidos,
         forma_resposta, formato_desejado, canal_entrada, registrado_em, prazo_em, prorrogado_em, prorrogacao_justificativa, aguardando_desde,
         respondido_em, respondido_no_prazo, resposta, tipo_resposta, fundamento_negativa, resposta_publica, recurso_ate, reaberto_em,
         concluido_em, arquivamento_motivo, orgao_destino, satisfacao, satisfacao_texto, resolutividade, demonstracao, eliminado_em, versao,
         atualizado_em, area_prazo_em, area_prorrogado_em
    from casos.caso;
