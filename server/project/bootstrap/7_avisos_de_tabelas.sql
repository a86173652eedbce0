-- Tells that rows of a table may have changed, once for each transaction however many statements it has (PostgreSQL drops equal
-- notifications). It is for tables that a subscription reads and that do not tell their changes on the channel `conteudo`; their triggers are made when
-- such a subscription comes (server/backend/embedded/subscriptions).
create schema if not exists embutido;

create or replace function embutido.avisar_tabela() returns trigger language plpgsql as $$
begin
  perform pg_catalog.pg_notify('embutido_tabelas', tg_table_name);
  return null;
end
$$;
