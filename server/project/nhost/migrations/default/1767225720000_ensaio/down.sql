drop function public.ensaiar(jsonb);
drop function edicao.fixar_numeros(regclass);
drop view public.ensaio;
