/** The last audit of accessibility. `WRITE_AUDIT=1 npm test -- tests/e2e/walk.test.ts` writes the values; nobody types them. */
export interface AccessibilityAudit {
  /** ISO day. */
  readonly day: string;
  readonly tool: string;
  readonly pages: number;
  readonly violations: number;
}

export const LAST_AUDIT: AccessibilityAudit = {
  day: '2026-11-23',
  tool: 'axe-core 4.14.1',
  pages: 82,
  violations: 0,
};
