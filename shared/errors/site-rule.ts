/** Refusals that `edicao.recusar` of the database writes for people, in an error of GraphQL. */

export interface SiteRule {
  /** The column that it is about; empty for the row as a whole. */
  readonly field: string;
  readonly sentence: string;
}

/** No other text begins like this; Hasura puts its own words before it. */
const SITE_RULE = /^(?:Check constraint violation\. )?Regra do site \((\w*)\): (.+)$/s;

/** Returns the rule that the message of an error tells of; null for every other message. */
export function siteRuleOf(message: string): SiteRule | null {
  const [, field = '', sentence] = SITE_RULE.exec(message) ?? [];
  return sentence === undefined ? null : { field, sentence };
}
