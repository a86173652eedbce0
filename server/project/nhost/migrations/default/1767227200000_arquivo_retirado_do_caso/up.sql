-- A file that the staff sent with an answer by mistake (with the data of another person, or another file than was meant) could not be taken back. It goes
-- from the case at once, so nobody downloads it any more, and from the storage as the files of erased cases do. The history keeps that it went, by
-- whom, when and why, and its id, by which it is found in a backup: neither its content nor its name, which may be what should not have been sent.
alter table casos.andamento add column arquivo_retirado uuid;

create or replace function casos.narrar(caso uuid, de text, para text, passo jsonb) returns void language plpgsql as $$
begin
  insert into casos.andamento (caso_id, de_situacao, para_situacao, descricao_publica, nota_interna, autor, autor_id, criado_em, chave, arquivo_retirado)
  values (caso, de, para, nullif(passo ->> 'descricao', ''), nullif(passo ->> 'nota', ''), coalesce(passo ->> 'autor', 'instituicao'),
    case when coalesce(passo ->> 'autor', 'instituicao') = 'instituicao' then casos.quem() end, casos.agora(), passo ->> 'chave',
    (passo ->> 'arquivo_retirado')::uuid);
end
$$;

-- `motivo` is a note of the staff, `descricao` what the citizen reads. A closed case stays as it is but for the file.
create function public.retirar_anexo(caso_id uuid, arquivo_id uuid, motivo text, descricao text) returns public.caso language plpgsql volatile as $$
begin
  if coalesce(char_length(trim(motivo)), 0) < 3 then
    perform edicao.recusar('retirada', '', 'Escreva por que o arquivo é retirado, com pelo menos 3 letras.');
  elsif coalesce(trim(descricao), '') = '' then
    perform edicao.recusar('retirada', '', 'Escreva o que o cidadão vai ler no lugar do arquivo.');
  end if;
  perform from casos.caso c where c.id = retirar_anexo.caso_id for update;
  delete from casos.anexo a where a.caso_id = retirar_anexo.caso_id and a.arquivo_id = retirar_anexo.arquivo_id and a.autor = 'instituicao';
  if not found then
    perform edicao.recusar('retirada', '', 'Este arquivo já foi retirado do caso, ou foi o cidadão que o enviou.');
  end if;
  insert into casos.anexo_esperado (arquivo_id, desde) values (retirar_anexo.arquivo_id, casos.agora() - interval '1 day') on conflict do nothing;
  update casos.caso c
     set andamento = jsonb_build_object('descricao', trim(descricao), 'nota', trim(motivo), 'arquivo_retirado', retirar_anexo.arquivo_id)
   where c.id = retirar_anexo.caso_id;
  return (select c from public.caso c where c.id = retirar_anexo.caso_id);
end
$$;

create or replace view public.caso_andamento as
  select id, caso_id, de_situacao, para_situacao, descricao_publica, nota_interna, autor, autor_id, criado_em, arquivo_retirado from casos.andamento;

-- Restated: the page of the citizen names the entry for what it is.
create or replace function casos.mostrar(caso casos.caso) returns setof public.caso_consultado language sql stable as $$
  select caso.id, caso.protocolo, caso.canal, caso.tipo, caso.identificacao, (select a.nome from public.assunto a where a.id = caso.assunto_id),
         caso.texto, caso.situacao, caso.aberto, caso.registrado_em, caso.prazo_em,
         case when caso.aberto and not casos.prazo_suspenso(caso) then caso.prazo_em - casos.data_atual() end,
         caso.prorrogado_em, caso.prorrogacao_justificativa, caso.respondido_em, caso.resposta, caso.tipo_resposta, caso.fundamento_negativa,
         caso.recurso_ate,
         casos.autoridade_do_recurso(caso),
         caso.concluido_em, caso.arquivamento_motivo, caso.orgao_destino, caso.satisfacao,
         caso.aberto or (caso.canal = 'ouvidoria' and caso.situacao = 'respondida' and caso.reaberto_em is null and casos.data_atual() <= caso.recurso_ate),
         caso.situacao in ('respondido', 'recurso_decidido_1') and casos.data_atual() <= caso.recurso_ate,
         caso.respondido_em is not null and not casos.esta_avaliada(caso),
         (select coalesce(jsonb_agg(jsonb_build_object('de', a.de_situacao, 'para', a.para_situacao, 'descricao', a.descricao_publica,
            'autor', a.autor, 'em', a.criado_em, 'arquivo_retirado', a.arquivo_retirado is not null) order by a.id), '[]')
            from casos.andamento a where a.caso_id = caso.id and (a.para_situacao is not null or a.descricao_publica is not null)),
         (select coalesce(jsonb_agg(jsonb_build_object('instancia', r.instancia, 'motivo', r.motivo, 'interposto_em', r.interposto_em,
            'prazo_em', r.prazo_em, 'decidido_em', r.decidido_em, 'decisao', r.decisao, 'texto', r.texto, 'autoridade', r.autoridade)
            order by r.instancia), '[]') from casos.recurso r where r.caso_id = caso.id),
         (select coalesce(jsonb_agg(jsonb_build_object('arquivo_id', x.arquivo_id, 'nome', f.name, 'mime', f.mime_type, 'tamanho_bytes', f.size,
            'autor', x.autor) order by x.id), '[]')
            from casos.anexo x join storage.files f on f.id = x.arquivo_id where x.caso_id = caso.id),
         casos.complementar_ate(caso), casos.prazo_suspenso(caso), caso.forma_resposta
    from public.canal_atendimento k where k.canal = caso.canal
$$;
