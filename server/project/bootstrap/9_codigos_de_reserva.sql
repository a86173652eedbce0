-- Codes that take the place of a one-time code when its device is lost. Idempotent.
create table if not exists embutido.codigo_de_reserva (
  usuario uuid not null,
  -- Digest of the code, which nothing keeps. The row goes when the code is used.
  resumo text not null,
  primary key (usuario, resumo)
);
