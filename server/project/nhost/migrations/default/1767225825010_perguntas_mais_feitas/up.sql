-- The questions that most people ask stand first on the page, open.
alter table public.pergunta_frequente add column destaque boolean not null default false;
