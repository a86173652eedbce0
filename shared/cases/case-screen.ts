/** What the pages of one citizen's case show, and of what a reader sends. They are drawn by the server alone, are never stored, and start no application in the browser; their forms have a script of their own (`client/pages/case-form/served-form.ts`). */
import type { SubscriptionTopic } from '../readers/email-subscription.ts';
import type { PasswordLinkScreen } from '../session/password-link-screen.ts';
import type { FieldError, TypedForm } from './case-form.ts';
import type { Channel } from './vocabulary.ts';

/** A form that goes back to the citizen with what was typed. */
export interface ReturnedForm {
  readonly kind: 'form';
  readonly channel: Channel;
  readonly typed: TypedForm;
  readonly errors: readonly FieldError[];
  /** A sentence about the whole form; null where the fields say it all. */
  readonly notice: string | null;
  /** True where files had been chosen, which no page can choose again. */
  readonly lostFiles: boolean;
}

export interface Receipt {
  readonly channel: Channel;
  readonly protocolo: string;
  readonly codigo: string;
  /** Instant. */
  readonly registradoEm: string;
  /** Day until which the institution answers; null for a message without a term. */
  readonly prazoEm: string | null;
  /** The address for the answer as it was given, so that a wrong letter is seen; null without one. */
  readonly email: string | null;
  readonly anonima: boolean;
}

export interface CaseEvent {
  /** Instant. */
  readonly em: string;
  readonly titulo: string;
  readonly descricao: string | null;
}

export interface CaseFile {
  readonly id: string;
  readonly nome: string;
  readonly mime: string;
  readonly bytes: number;
  /** Sent by the citizen, not by the institution. */
  readonly doCidadao: boolean;
}

/** An appeal with its decision, which is null until it is decided. */
export interface CaseAppeal {
  readonly instancia: number;
  /** What the citizen wrote; null once it was erased. */
  readonly motivo: string | null;
  /** Instant. */
  readonly em: string;
  /** Day. */
  readonly prazoEm: string;
  /** In words. */
  readonly decisao: string | null;
  readonly texto: string | null;
  readonly autoridade: string | null;
}

/** A complaint that the answer has not come in its term. Null until it is decided: `decisao`, and what belongs to it. */
export interface CaseComplaint extends Omit<CaseAppeal, 'instancia'> {
  /** The answer, or the end of the request, came before the decision. */
  readonly semObjeto: boolean;
  /** Its own term is over without a decision. */
  readonly isLate: boolean;
}

/** A case as its citizen may see it. */
export interface TrackedCase {
  readonly canal: Channel;
  readonly protocolo: string;
  readonly registradoEm: string;
  readonly prazoEm: string | null;
  /** In words. */
  readonly situacao: string;
  /** How the citizen asked to get the answer, in words; null where nothing was asked. */
  readonly formaDaResposta: string | null;
  /** The body that has the case now; null while it is with the institution. */
  readonly orgaoDestino: string | null;
  /** Why the case was shelved, in words. */
  readonly motivoDoArquivamento: string | null;
  /** What the citizen wrote; null once it was erased. */
  readonly texto: string | null;
  /** Days left until the term, negative when it has passed; null where nothing is due, and while the term stands still. */
  readonly diasRestantes: number | null;
  /** Day until which the question below is answered before the case is shelved; null where it is not shelved for that. */
  readonly complementarAte: string | null;
  /** The term stands still while the institution waits for the citizen. */
  readonly prazoSuspenso: boolean;
  readonly andamentos: readonly CaseEvent[];
  /** What the institution asks the citizen before it goes on; null where it waits for nothing. */
  readonly pergunta: string | null;
  /** Instant; null until there is an answer. */
  readonly respondidoEm: string | null;
  readonly resposta: string | null;
  /** What the institution has added to the answer since, or corrected. */
  readonly complementos: readonly { readonly em: string; readonly texto: string }[];
  /** Kind of the answer and legal ground of a denial, in words. */
  readonly tipoResposta: string | null;
  readonly fundamento: string | null;
  readonly arquivos: readonly CaseFile[];
  readonly recursos: readonly CaseAppeal[];
  /** Null where nobody has complained. */
  readonly reclamacao: CaseComplaint | null;
  readonly podeComplementar: boolean;
  /** What is added now reopens an answered manifestation. */
  readonly podeReabrir: boolean;
  readonly podeRecorrer: boolean;
  /** The request is late, and nobody has complained yet. */
  readonly podeReclamar: boolean;
  readonly recursoAte: string | null;
  /** Of the appeal that may be filed, or that waits; null where the institution has named nobody. */
  readonly autoridadeDoRecurso: string | null;
  readonly podeAvaliar: boolean;
  /** The address of the case may be another one: there is a person. */
  readonly podeCorrigirEmail: boolean;
  readonly satisfacao: number | null;
}

/** What a citizen has just done with a case. */
export const CASE_ACTIONS = ['complement', 'appeal', 'complaint', 'rating', 'email'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

export interface TrackingForm {
  readonly protocolo: string;
  readonly codigo: string;
  readonly errors: readonly FieldError[];
  /** A sentence above the form: not found, too many attempts, not available. */
  readonly notice: string | null;
  /** What its sender wanted to do with the case, and what was typed for it; null for a mere question. */
  readonly pending: PendingAction | null;
}

export interface PendingAction {
  readonly action: CaseAction;
  readonly typed: TypedForm;
  /** True where files had been chosen, which no page can choose again. */
  readonly lostFiles: boolean;
}

/** What a request to follow by e-mail became. */
export type EmailSubscriptionScreen =
  | { readonly kind: 'asked' | 'left' | 'expired' }
  /** What is followed, in words. */
  | { readonly kind: 'confirmed'; readonly what: string }
  | { readonly kind: 'form'; readonly topic: SubscriptionTopic; readonly email: string; readonly problem: string }
  /** A page with one button, which posts to `action`. */
  | { readonly kind: 'confirm' | 'leave'; readonly action: string; readonly what: string };

export type CaseScreen =
  | ReturnedForm
  /** What a reader said of a page; `problem` is null for thanks, and `isFaulty` tells whether what was typed is the problem. */
  | {
      readonly kind: 'feedback';
      readonly page: string;
      readonly problem: string | null;
      readonly isFaulty: boolean;
      readonly typed: TypedForm;
    }
  | { readonly kind: 'emailSubscription'; readonly screen: EmailSubscriptionScreen }
  | { readonly kind: 'passwordLink'; readonly screen: PasswordLinkScreen }
  /** Where the button that ends the digest posts to; null once it has ended. */
  | { readonly kind: 'digest'; readonly action: string | null }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  /** The receipt was shown before, or belongs to another browser. */
  | { readonly kind: 'noReceipt' }
  | { readonly kind: 'trackingForm'; readonly form: TrackingForm }
  /** This browser has no case open any more. */
  | { readonly kind: 'trackingClosed' }
  | {
      readonly kind: 'tracked';
      readonly case: TrackedCase;
      /** Sent again with what the citizen does on the page. */
      readonly codigo: string;
      /** Key by which an action sent from this page is carried out once. */
      readonly chave: string;
      readonly done: CaseAction | null;
      /** What `errors`, `typed` and `notice` are about; null after a mere question. */
      readonly attempted: CaseAction | null;
      readonly errors: readonly FieldError[];
      readonly typed: TypedForm;
      /** A sentence about what could not be done. */
      readonly notice: string | null;
      /** True where files had been chosen and are not with the case, though they may be sent. */
      readonly lostFiles: boolean;
    };

/** True where the screen is the answer to a form that was not taken: the title of its page begins with that, which a screen reader reads before anything else. */
export function isReturned(screen: CaseScreen): boolean {
  switch (screen.kind) {
    // A report of a problem comes filled with the address of its page, and with nothing wrong.
    case 'form':
      return screen.errors.length > 0 || screen.notice !== null;
    case 'feedback':
      return screen.problem !== null;
    case 'emailSubscription':
      return screen.screen.kind === 'form';
    case 'passwordLink':
      return 'problem' in screen.screen && screen.screen.problem !== null;
    case 'trackingForm':
      return screen.form.errors.length > 0 || screen.form.notice !== null;
    case 'tracked':
      return screen.errors.length > 0 || screen.notice !== null;
    case 'digest':
    case 'receipt':
    case 'noReceipt':
    case 'trackingClosed':
      return false;
  }
}
