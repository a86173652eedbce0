-- What a person approves is what that person has read (decision 0150): publishing names the version that was read. The forms raise the version of a
-- content with its lists; a program could change a list alone, and who had the form open published what nobody else had read. Files are not covered: a
-- form exchanges the bytes of one while its text is still unsaved, and would meet its own change as a conflict.

-- Restated: where another person has to approve, a changed list raises the version of its content. A content that this transaction has written has a new
-- version already, and the form that saves both knows that one. Arguments: the content, and the column that refers to it.
create or replace function edicao.marcar_parte_da_lista() returns trigger language plpgsql as $$
declare
  conteudos bigint[] := array[
    (case when tg_op <> 'INSERT' then pg_catalog.to_jsonb(old) ->> tg_argv[1] end)::bigint,
    (case when tg_op <> 'DELETE' then pg_catalog.to_jsonb(new) ->> tg_argv[1] end)::bigint];
begin
  if edicao.pessoa_da_sessao() is not null then
    perform edicao.marcar_parte(tg_argv[0], conteudos);
  end if;
  if edicao.precisa_de_aprovacao() then
    execute pg_catalog.format(
      'update public.%I t set versao = t.versao where t.id = any ($1) and t.xmin <> pg_catalog.pg_current_xact_id()::pg_catalog.xid', tg_argv[0])
      using conteudos;
  end if;
  return null;
end
$$;
