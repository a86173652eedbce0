-- Tells every replica that an account was stopped or let in again: access tokens are verified without the database. Idempotent.
create or replace function embutido.avisar_contas() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('embutido_contas', '');
  return null;
end
$$;

drop trigger if exists avisar_contas on auth.users;
create trigger avisar_contas after update of disabled on auth.users for each statement execute function embutido.avisar_contas();
