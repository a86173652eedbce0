create schema biblioteca;
create table biblioteca.autor (id integer primary key, nome text not null, telefone text not null);
create table biblioteca.livro (
  id integer primary key,
  titulo text not null,
  autor_id integer not null references biblioteca.autor (id),
  emprestavel boolean not null,
  capa_id uuid references storage.files (id)
);
