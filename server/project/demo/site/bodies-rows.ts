import { nomeDoRetrato } from '../art/gallery.ts';
import { MEMBROS, ORGAOS, type OrgaoChave, PESSOAS } from '../bodies.ts';
import { instante } from '../dates.ts';
import { idDaImagem } from '../files.ts';
import { uuidFor } from '../ids.ts';
import { type ReuniaoDemo, reunioesFuturas, reunioesRealizadas } from '../meetings.ts';
import type { Linha } from '../rows.ts';

/** Rows of people, collegiate bodies, members and meetings. */

export function pessoaId(chave: string): string {
  return uuidFor(`pessoa:${chave}`);
}

export function orgaoId(chave: OrgaoChave): number {
  return ORGAOS.findIndex((orgao) => orgao.chave === chave) + 1;
}

export function pessoas(): readonly Linha[] {
  return PESSOAS.map((pessoa) => ({
    id: pessoaId(pessoa.chave),
    nome: pessoa.nome,
    nome_social: null,
    foto_arquivo_id: idDaImagem(nomeDoRetrato(pessoa.chave)),
    foto_alt: `Retrato ilustrado com as iniciais de ${pessoa.nome}.`,
    minicurriculo: pessoa.curriculo,
    email_institucional: pessoa.email === undefined ? null : `${pessoa.email}@prevserena.example`,
    telefone_institucional: pessoa.email === undefined ? null : '(91) 3000-0000',
  }));
}

export function orgaos(): readonly Linha[] {
  return ORGAOS.map((orgao, index) => ({
    id: index + 1,
    chave: orgao.chave,
    nome: orgao.nome,
    competencias_html: `<ul>${orgao.competencias.map((item) => `<li>${item}</li>`).join('')}</ul>`,
    periodicidade: orgao.chave === 'conselho_fiscal' ? 'trimestral' : 'mensal',
    ordem: index + 1,
  }));
}

/** `atoId` gives the id of the act that named the members of a term. */
export function membros(atoId: (inicio: string) => number | null): readonly Linha[] {
  return MEMBROS.map((membro, index) => ({
    id: index + 1,
    orgao_id: orgaoId(membro.orgao),
    pessoa_id: pessoaId(membro.pessoa),
    cargo: membro.cargo,
    condicao: membro.condicao,
    representa: membro.representa,
    ato_nomeacao_documento_id: atoId(membro.inicio),
    mandato_inicio: membro.inicio,
    mandato_fim: membro.fim,
    certificacao:
      membro.certificacao === undefined
        ? null
        : membro.orgao === 'comite_investimento'
          ? 'Certificação profissional de gestor de recursos'
          : 'Certificação profissional de dirigentes e conselheiros',
    certificacao_nivel: membro.certificacao?.[0] ?? null,
    certificacao_validade: membro.certificacao?.[1] ?? null,
    ordem: index + 1,
    publicado: true,
  }));
}

/** All meetings in the order of their ids: those held first, whose ids never move. */
export function todasAsReunioes(now: Date): readonly ReuniaoDemo[] {
  return [...reunioesRealizadas(), ...reunioesFuturas(now)];
}

const LOCAIS = {
  presencial: 'Auditório da sede, Avenida das Castanheiras, 1200',
  hibrida: 'Sala de reuniões da sede e videoconferência',
  remota: 'Videoconferência',
} as const;

export function reunioes(todas: readonly ReuniaoDemo[]): readonly Linha[] {
  return todas.map((reuniao, index) => ({
    id: index + 1,
    orgao_id: orgaoId(reuniao.orgao),
    numero: reuniao.numero,
    ano: reuniao.ano,
    tipo: reuniao.tipo,
    inicio: instante(reuniao.data, reuniao.hora),
    fim: instante(reuniao.data, reuniao.horaFim),
    local: LOCAIS[reuniao.modalidade],
    modalidade: reuniao.modalidade,
    pauta_html: `<ol>${reuniao.pauta.map((assunto) => `<li>${assunto}</li>`).join('')}</ol>`,
    situacao: reuniao.situacao,
    video_url:
      reuniao.ano >= 2024 && reuniao.situacao === 'realizada' && reuniao.orgao === 'conselho_previdenciario'
        ? `https://videos.example/prevserena/${reuniao.ano}-${reuniao.mes}`
        : null,
    publicado: true,
  }));
}
