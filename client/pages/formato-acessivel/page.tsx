import type { ReactElement } from 'react';
import { DocumentoDoPedidoDocument } from '../../../shared/graphql/generated/documents/DocumentoDoPedido.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { LeadParagraph, List } from '../../components/content/rich-text/rich-text.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Registrar } from '../atendimento/registrar.tsx';
import { FormularioDoSic } from '../sic/formulario.tsx';

export function PageOpening(): ReactElement {
  return <PageIntro lead="O pedido já está escrito: diga só qual é o formato e como quer receber." />;
}

/** The route refuses a document that does not exist, so there is always one here. */
export function PageComponent(): ReactElement | null {
  const documento = useOperation(DocumentoDoPedidoDocument).documento_by_pk;
  if (documento === null) return null;
  const { id, categoria_slug: category, titulo } = documento;
  const endereco = routePath('documento', { category, id });
  return (
    <Stack gap="l">
      <LeadParagraph>
        Você vai pedir ao SIC o documento <a href={endereco}>{titulo}</a> em um formato que possa ler.
      </LeadParagraph>
      <Registrar
        titulo="Seu pedido"
        introducao={
          <>
            <p>Alguns formatos que você pode pedir:</p>
            <List>
              <li>texto para leitor de tela, em HTML, ODT ou DOCX;</li>
              <li>letras grandes ou alto contraste, em papel ou em arquivo;</li>
              <li>áudio, Braille ou vídeo em Libras;</li>
              <li>resumo em linguagem simples.</li>
            </List>
          </>
        }
      >
        <FormularioDoSic sugestao={`Peço em formato acessível o documento “${titulo}” (${endereco}).\n\nFormato de que preciso: `} />
      </Registrar>
    </Stack>
  );
}
