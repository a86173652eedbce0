-- Restated: a person also approves what the files of the proposed changes are called and how they are described (decision 0150). Both were changed in
-- the moment before the approval, which raised no version of the request.
create or replace function edicao.guardar_descricao_publicada() returns trigger language plpgsql as $$
begin
  if pg_catalog.pg_trigger_depth() > 1 or not edicao.precisa_de_aprovacao() then
    return new;
  end if;
  if exists (select from edicao.arquivo_publicado a where a.id = old.id) then
    perform edicao.recusar('mudanca_aprovada', '', 'O público já vê este arquivo: envie-o como arquivo novo, com a descrição certa, no lugar do atual, '
      || 'e envie as mudanças do conteúdo para aprovação.');
  end if;
  if exists (select from public.aprovacao p where p.situacao = 'pedida' and pg_catalog.strpos(p.proposta::text, old.id::text) > 0) then
    perform edicao.recusar('mudanca_aprovada', '', 'Este arquivo está em mudanças à espera de aprovação: quem as enviou retira o pedido, '
      || 'e depois de mudar o arquivo envia as mudanças de novo.');
  end if;
  return new;
end
$$;
