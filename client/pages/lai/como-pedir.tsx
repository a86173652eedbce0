import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Grade } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';

/** The three ways on for who did not find it here. */
export function ComoPedir(): ReactElement {
  return (
    <Secao titulo="Não encontrou?">
      <Grade como="ul">
        <li>
          <Cartao
            titulo="Peça ao SIC"
            href={routePath('sic')}
            icone="lucide:circle-question-mark"
            resumo="Qualquer pessoa pode pedir uma informação pública, sem dizer o motivo. A resposta vem em até 20 dias."
          />
        </li>
        <li>
          <Cartao
            titulo="Fale com a Ouvidoria"
            href={routePath('ouvidoria')}
            icone="lucide:megaphone"
            resumo="Para reclamar, denunciar, sugerir, elogiar ou pedir uma providência."
          />
        </li>
        <li>
          <Cartao
            titulo="Perguntas frequentes"
            href={routePath('faq')}
            icone="lucide:message-circle"
            resumo="Respostas curtas para as dúvidas mais comuns sobre a previdência e o instituto."
          />
        </li>
      </Grade>
    </Secao>
  );
}
