-- Restated: where another person has to approve (decision 0150), one person alone brought a withdrawn document back to the site by a withdrawal in the
-- distant future. A withdrawal that comes, or comes earlier, waits for nobody; one that is put off shows the document for longer.
create or replace function edicao.guardar_publicado() returns trigger language plpgsql as $$
declare
  fora text[];
begin
  if pg_catalog.pg_trigger_depth() > 1 or not edicao.precisa_de_aprovacao() then
    return new;
  end if;
  select a.fora into fora from edicao.tabela_auditada a where a.tabela = tg_table_name;
  if (pg_catalog.to_jsonb(new) ->> 'retirado_em')::timestamptz <= coalesce((pg_catalog.to_jsonb(old) ->> 'retirado_em')::timestamptz, 'infinity') then
    fora := fora || array['retirado_em', 'retirado_motivo'];
  end if;
  if pg_catalog.to_jsonb(new) - fora is distinct from pg_catalog.to_jsonb(old) - fora then
    perform edicao.recusar('mudanca_aprovada', '', 'Este conteúdo está publicado, ou marcado para aparecer: em vez de salvar, '
      || 'envie as mudanças para aprovação, no alto do formulário.');
  end if;
  return new;
end
$$;
