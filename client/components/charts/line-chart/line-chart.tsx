import type { ReactElement } from 'react';
import { classNames } from '../../class-names.ts';
import { linePath, markPath, type PlotSize, type Point, plotScales } from '../chart-scale.ts';
import styles from './line-chart.module.css';

interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

interface Props {
  /** What the chart shows, in words. */
  readonly label: string;
  readonly lines: readonly Line[];
  /** Names of the places 1, 2, 3 … of the horizontal axis that is shown from `from` to `to`. */
  readonly places: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly formatValue: (value: number) => string;
}

const MARGIN = { top: 12, right: 12, bottom: 28, left: 40 };
// Letters keep their size, so a phone gets a drawing of its own.
const SIZES: readonly (PlotSize & { readonly className: string | undefined; readonly everyPlace: number })[] = [
  { className: styles.wide, width: 720, height: 260, margin: MARGIN, everyPlace: 1 },
  { className: styles.narrow, width: 320, height: 220, margin: MARGIN, everyPlace: 3 },
];

// Each by its name: names that are put together at run time keep the names of all classes in the application.
const LINES = [classNames(styles.line, styles.line0), classNames(styles.line, styles.line1), classNames(styles.line, styles.line2)];
const MARKS = [classNames(styles.mark, styles.mark0), classNames(styles.mark, styles.mark1), classNames(styles.mark, styles.mark2)];

/** Lines over the months. Each has a mark and a dash of its own; all numbers stand in the table that the chart belongs to. */
export function LineChart({ label, lines, places, from, to, formatValue }: Props): ReactElement {
  return (
    <div className={styles.plot}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two drawings of one picture, of which one is shown */}
      <div role="img" aria-label={label}>
        {SIZES.map((size) => (
          <Plot key={size.width} size={size} lines={lines} places={places} ends={[from, to]} formatValue={formatValue} />
        ))}
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {lines.map(({ name }, index) => (
          <li key={name}>
            <svg viewBox="-16 -8 32 16" className={styles.key} focusable="false">
              <path d="M-16 0H16" className={LINES[index % 3]} />
              <path d={markPath(index)} className={MARKS[index % 3]} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PlotProps extends Pick<Props, 'lines' | 'places' | 'formatValue'> {
  readonly size: (typeof SIZES)[number];
  readonly ends: readonly [number, number];
}

function Plot({ size, lines, places, ends: [from, to], formatValue }: PlotProps): ReactElement {
  const { width, height, margin, className, everyPlace } = size;
  const scales = plotScales(
    lines.flatMap(({ points }) => points),
    [from - 0.5, to + 0.5],
    size,
  );
  const shown = places.slice(from - 1, to).map((place, index) => ({ place, at: from + index }));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true" focusable="false">
      {scales.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${margin.left} ${scales.y(tick)}H${width - margin.right}`} className={styles.grid} />
          <text x={margin.left - 8} y={scales.y(tick)} dy="0.32em" textAnchor="end" className={styles.axis}>
            {formatValue(tick)}
          </text>
        </g>
      ))}
      {shown.map(({ place, at }, index) =>
        index % everyPlace === 0 ? (
          <text key={at} x={scales.x(at)} y={height - 8} textAnchor="middle" className={styles.axis}>
            {place}
          </text>
        ) : null,
      )}
      {lines.map(({ name: year, points }, index) => (
        <g key={year}>
          <path d={linePath(points, scales)} className={LINES[index % 3]} />
          {points.map((point) => (
            <path
              key={point.x}
              d={markPath(index)}
              transform={`translate(${scales.x(point.x)} ${scales.y(point.y)})`}
              className={MARKS[index % 3]}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
