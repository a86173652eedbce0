-- Restated: where another person has to approve (decision 0150), an administrator could not bring the demonstration back. Its rows are published ones, and
-- the refusal told to save without publishing. A statement of the site's own triggers passes here, as it does in `guardar_publicado`.
create or replace function edicao.exigir_aprovacao() returns trigger language plpgsql as $$
declare
  quem uuid := edicao.pessoa_da_sessao();
  propria boolean := true;
  fora text[];
begin
  if pg_catalog.pg_trigger_depth() > 1 or not edicao.precisa_de_aprovacao() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    select a.fora || array['publicado', 'publicado_em'] into fora from edicao.tabela_auditada a where a.tabela = tg_table_name;
    propria := pg_catalog.to_jsonb(new) - fora is distinct from pg_catalog.to_jsonb(old) - fora
      or quem = (select u.usuario from (
                   (select a.usuario, a.ocorrido_em from public.auditoria a
                     where a.tabela = tg_table_name and a.chave = old.id::text and a.usuario is not null order by a.id desc limit 1)
                   union all
                   select m.usuario, m.ocorrido_em from edicao.mudanca_de_parte m where m.tabela = tg_table_name and m.chave = old.id::text
                 ) u order by u.ocorrido_em desc limit 1);
  end if;
  if propria then
    perform edicao.recusar('publicacao_aprovada', 'publicado',
      'A publicação precisa da aprovação de outra pessoa: salve sem publicar e envie para aprovação.');
  end if;
  return new;
end
$$;
