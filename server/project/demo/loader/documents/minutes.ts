/** What the minutes of a meeting tell beside its agenda: what the body asked for last time, who was absent, which movements it examined. */
import { z } from 'zod';
import type { Dia } from '../dates.ts';
import type { ReuniaoDemo } from '../meetings.ts';
import { reais } from '../numbers.ts';
import type { Printer } from '../printer.ts';
import { readYaml } from '../source.ts';
import { type LookupTable, readRows } from './families.ts';

const pedidosFile = z.record(z.string(), z.array(z.strictObject({ pedido: z.string(), resposta: z.string() })).nonempty());

interface Movimento {
  readonly data: Dia;
  readonly texto: string;
}

const VERBOS: Readonly<Record<string, string>> = { aplicacao: 'aplicação', resgate: 'resgate', aplicacao_e_resgate: 'troca' };

function readMovimentos(): readonly Movimento[] {
  return readRows('content/documentos/investimentos/apr.yaml').map(({ mes, numero, operacao, fundo, valor, data }) => ({
    data: String(data),
    texto: `${VERBOS[String(operacao)] ?? String(operacao)} de R$ ${reais(Number(valor))} em ${String(fundo)} (APR nº ${String(numero)}/${String(mes).slice(0, 4)})`,
  }));
}

/** Every fifth meeting or so misses one of its members, never the first, who presides. */
const MISSING_EVERY = 5;

/** Returns the meetings by key, each with what its minutes tell. */
export function meetingTable(comAta: readonly ReuniaoDemo[], membrosEm: Printer['membrosEm']): LookupTable {
  const pedidos = readYaml('content/pedidos.yaml', pedidosFile);
  const movimentos = readMovimentos();
  const rows = [...Map.groupBy(comAta, ({ orgao }) => orgao)].flatMap(([orgao, doOrgao]) => {
    const emOrdem = doOrgao.toSorted((a, b) => (a.data < b.data ? -1 : 1));
    const pedidosDele = pedidos[orgao] ?? [];
    return emOrdem.map((reuniao, index) => {
      const anterior = emOrdem[index - 1];
      // What was asked for, and the next day, pass from one ordinary meeting to the next.
      const passadas = emOrdem.slice(0, index).filter(({ tipo }) => tipo === 'ordinaria');
      const seguinte = emOrdem.slice(index + 1).find(({ tipo }) => tipo === 'ordinaria');
      const membros = membrosEm(orgao, reuniao.data);
      const falta = index % MISSING_EVERY === 2 ? membros[1 + (index % (membros.length - 1))] : undefined;
      const operacoes = movimentos.filter(({ data }) => data <= reuniao.data && data > (anterior?.data ?? '')).map(({ texto }) => texto);
      return {
        ...reuniao,
        // The last item before "Assuntos gerais" is what the meeting was about.
        destaque: reuniao.pauta.at(-2) ?? reuniao.pauta[0],
        presentes: membros.filter((membro) => membro !== falta),
        ausencia: falta?.nome ?? 'nenhuma',
        anterior: anterior?.nome ?? 'reunião anterior',
        seguinte: seguinte?.data ?? 'nenhuma',
        pediu_em: passadas.at(-1)?.nome ?? null,
        pedido: pedidosDele[passadas.length % pedidosDele.length]?.pedido ?? 'nenhum',
        retorno_ao_pedido:
          passadas.length === 0 ? 'nenhum' : (pedidosDele[(passadas.length - 1) % pedidosDele.length]?.resposta ?? 'nenhum'),
        operacoes,
        movimento: operacoes.length === 0 ? 'nenhuma' : 'alguma',
      };
    });
  });
  return new Map(rows.map((row) => [row.chave, row]));
}

/** Adds to each month how its return stood to its target. */
export function withPerformance(meses: LookupTable): LookupTable {
  return new Map(
    [...meses].map(([mes, row]) => {
      const [retorno, meta] = [Number(row['retorno']), Number(row['meta'])];
      return [mes, { ...row, desempenho: retorno < 0 ? 'negativo' : retorno < meta ? 'abaixo' : 'acima' }];
    }),
  );
}
