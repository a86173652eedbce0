-- The folded text of a case is generated as well, so a trigger before the change does not see it: every change of the key was taken for a change of the
-- case and refused.
create or replace function casos.recifrar_caso() returns trigger language plpgsql as $$
declare
  -- `identificado` and `busca_texto` are generated, which is done after this.
  livres constant text[] := array['codigo_hash', 'cifrado_com', 'identificado', 'busca_texto'];
begin
  if to_jsonb(new) - livres <> to_jsonb(old) - livres then
    perform casos.recusar('imutavel');
  end if;
  return new;
end
$$;
