-- The open data as one file, which the server makes once a day. Its bucket takes more than an editor may send, and no role but the server's own
-- reads or writes it: the site sends the file at an address of its own.
insert into storage.buckets (id, max_upload_file_size) values ('dados', 1000000000) on conflict (id) do nothing;

-- The meetings of all bodies in the order of their file.
create index reuniao_inicio on public.reuniao (inicio desc, id desc);
