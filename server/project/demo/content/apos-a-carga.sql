-- Referências que formam um círculo, e linhas das migrações que o instituto completa. A chave de um documento entre chaves vira o seu id.
update public.reuniao r set ata_documento_id = d.id
  from public.documento d
 where d.reuniao_id = r.id and d.categoria_slug like 'atas%' and d.publicado;

update public.orgao_colegiado set norma_documento_id = {lei:412};
update public.orgao_colegiado set norma_documento_id = {lei:587} where chave = 'comite_investimento';

-- O Conselho Fiscal se reúne a cada três meses, o que a linha de referência das suas atas não tem como saber.
update public.categoria_documento set periodicidade = 'trimestral' where slug = 'atasDoConselhoFiscal';

update public.categoria_documento c set responsavel_unidade_id = r.unidade
  from public.secao_lai s
  join (values ('governanca', 1), ('investimentos', 4), ('regularidade', 10), ('contas', 2), ('beneficios', 3), ('compras', 2), ('legislacao', 1))
    as r (chave, unidade) on r.chave = s.chave
 where s.id = c.secao_id;

-- O instituto tem o que o Pró-Gestão e o PNTP pedem além das listas que todo site tem.
update public.categoria_documento set ativo = true where not ativo;

-- Quem decide os recursos do SIC: a lei pede que o pedido diga a quem recorrer.
update public.canal_atendimento set autoridade_recurso_1 = 'Diretora-Presidente', autoridade_recurso_2 = 'Conselho de Previdência' where canal = 'sic';
