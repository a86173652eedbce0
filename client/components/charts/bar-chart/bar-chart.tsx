import type { ReactElement } from 'react';
import { barScale } from '../chart-scale.ts';
import styles from './bar-chart.module.css';

interface Bar {
  readonly label: string;
  /** As it stands in the table. */
  readonly text: string;
  /** Ends of what the number may be; both the same where it is exact. */
  readonly from: number;
  readonly to: number;
}

interface Props {
  /** What the chart shows, in words. */
  readonly label: string;
  readonly bars: readonly Bar[];
}

/**
 * Horizontal bars. The part of a bar in which the number may end is hatched. Every number stands beside its bar and in the table that the
 * chart belongs to, so a screen reader gets the sentence alone.
 */
export function BarChart({ label, bars }: Props): ReactElement {
  const width = barScale(Math.max(0, ...bars.map(({ to }) => to)));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is made of text and SVG
    <div role="img" aria-label={label} className={styles.bars}>
      {bars.map(({ label: name, text, from, to }) => (
        <div key={name} className={styles.bar} aria-hidden="true">
          <span>{name}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" className={styles.track} focusable="false">
            <rect x="0" y="0" width={round(width(from))} height="10" className={styles.sure} />
            {to > from ? (
              <rect x={round(width(from))} y="2" width={round(width(to) - width(from))} height="6" className={styles.unsure} />
            ) : null}
          </svg>
          <span className={styles.value}>{text}</span>
        </div>
      ))}
    </div>
  );
}

/** Two places are a tenth of a pixel on the widest screen. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
