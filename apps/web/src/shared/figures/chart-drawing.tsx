/** What a chart draws: an axis from zero, columns, what has not happened hatched. One tab stop; arrows go from column to column and read it. */
import { counted } from "@manilla/contract/formats";
import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type ChartRow, type Series, shortText, type Unit, valueText } from "./chart-values.ts";
import styles from "./chart.module.css";

interface DrawingProps {
  label: string;
  rows: readonly ChartRow[];
  series: readonly Series[];
  unit: Unit | undefined;
  plannedFrom: string | undefined;
  opens: ((key: string) => string) | undefined;
}

const HEIGHT = 220;
const [TOP, LEFT, BOTTOM] = [12, 52, 26];
/** Pixels that the name of a month needs. */
const NAME_WIDTH = 46;
/** Few columns stay columns. */
const MAX_COLUMN = 56;

/** Moves what is beside a column back into the drawing: on a phone neither side of a middle column has room for it. */
function keepWithin(tip: HTMLElement | null): void {
  if (!tip?.parentElement) return;
  tip.style.translate = "0";
  const [own, drawing] = [tip.getBoundingClientRect(), tip.parentElement.getBoundingClientRect()];
  const beyond = Math.max(0, own.right - drawing.right) - Math.max(0, drawing.left - own.left);
  tip.style.translate = `${-beyond}px`;
}

/** The width of an element, followed: the drawing fits its box. */
function useWidth(): [React.RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

export default function Drawing({ label, rows, series, unit, plannedFrom, opens }: DrawingProps): ReactNode {
  const navigate = useNavigate();
  const [box, width] = useWidth();
  const [active, setActive] = useState<number>();
  // A pointer that rests where columns are drawn again takes nothing from the keys.
  const isPointed = useRef(false);
  const point = (index: number): void => {
    isPointed.current = true;
    setActive(index);
  };
  const hatch = useId();
  const planned = plannedFrom === undefined ? rows.length : rows.findIndex(({ key }) => key >= plannedFrom);
  const firstPlanned = planned < 0 ? rows.length : planned;
  const columns = series.filter(({ isMark }) => !isMark);
  const x = scaleBand({ domain: rows.map(({ key }) => key), range: [LEFT, Math.max(width, LEFT + 1)], padding: 0.25 });
  const wide = Math.min(x.bandwidth(), MAX_COLUMN * columns.length);
  const inner = scaleBand({ domain: columns.map(({ name }) => name), range: [0, wide], padding: 0.08 });
  const y = scaleLinear({
    domain: [0, Math.max(1, ...rows.flatMap(({ values }) => values))],
    range: [HEIGHT - BOTTOM, TOP],
    nice: 4,
  });
  // Half a case is nothing to read off.
  const ticks = y.ticks(4).filter((tick) => unit !== "count" || Number.isInteger(tick));
  const every = Math.max(1, Math.ceil(NAME_WIDTH / Math.max(x.step(), 1)));
  const nameOf = (key: string): string => rows.find((row) => row.key === key)?.name ?? "";
  const sentence = (row: ChartRow, index: number): string =>
    `${row.name}${index >= firstPlanned ? ", not yet due" : ""}: ${series
      .map(({ name }, at) => `${name} ${valueText(row.values[at] ?? 0, unit)}`)
      .join(", ")}`;
  const chosen = active === undefined ? undefined : rows[active];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (event.key === "Escape") setActive(undefined);
    if (event.key === "Enter" && opens && chosen) void navigate(opens(chosen.key));
    if (!step) return;
    event.preventDefault();
    isPointed.current = false;
    setActive((at) => step(at ?? (event.key === "ArrowLeft" ? rows.length : -1), rows.length - 1));
  };
  return (
    <div
      ref={box}
      className={styles.plot}
      role="slider"
      aria-roledescription="chart"
      aria-label={`${label}: arrow keys read one after the other${opens ? ", Enter opens its list" : ""}`}
      aria-valuemin={1}
      aria-valuemax={rows.length}
      aria-valuenow={(active ?? 0) + 1}
      aria-valuetext={chosen && active !== undefined ? sentence(chosen, active) : counted(rows.length, "column")}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setActive(undefined)}
      onPointerLeave={() => isPointed.current && setActive(undefined)}
    >
      {width > 0 && (
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
          <defs>
            {series.map(({ name, colour }, at) => (
              <pattern
                key={name}
                id={`${hatch}-${at}`}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="6" height="6" className={styles.paper} />
                <line x1="1" x2="1" y1="0" y2="6" style={{ stroke: colour }} strokeWidth="2" />
              </pattern>
            ))}
          </defs>
          {ticks.map((tick) => (
            <line key={tick} className={styles.grid} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
          ))}
          <AxisLeft
            scale={y}
            left={LEFT}
            tickValues={ticks}
            hideAxisLine
            hideTicks
            tickFormat={(value) => shortText(Number(value), unit)}
            tickLabelProps={{ className: styles.tick, fontFamily: "inherit", textAnchor: "end", dx: -4, dy: 4 }}
          />
          {rows.map(({ key, values }, index) => (
            <g
              key={key}
              transform={`translate(${(x(key) ?? 0) + (x.bandwidth() - wide) / 2} 0)`}
              data-active={index === active}
            >
              {series.map(({ name, colour, isMark }, at) => {
                const value = values[at] ?? 0;
                if (value === 0) return null;
                const top = Math.min(y(value), y(0) - 1);
                if (isMark)
                  return (
                    <line
                      key={name}
                      x1={-4}
                      x2={wide + 4}
                      y1={top}
                      y2={top}
                      style={{ stroke: colour }}
                      strokeWidth={2}
                      strokeDasharray={index < firstPlanned ? undefined : "4 3"}
                    />
                  );
                return (
                  <rect
                    key={name}
                    x={inner(name) ?? 0}
                    width={inner.bandwidth()}
                    y={top}
                    height={y(0) - top}
                    rx={2}
                    fill={index < firstPlanned ? colour : `url(#${hatch}-${at})`}
                    stroke={index < firstPlanned ? undefined : colour}
                  />
                );
              })}
              <rect
                className={styles.reach}
                x={(wide - x.step()) / 2}
                width={x.step()}
                y={0}
                height={HEIGHT}
                onPointerMove={() => point(index)}
                onPointerDown={() => point(index)}
                {...(opens && { onClick: () => void navigate(opens(key)), style: { cursor: "pointer" } })}
              />
            </g>
          ))}
          <AxisBottom
            scale={x}
            top={HEIGHT - BOTTOM}
            hideTicks
            axisLineClassName={styles.ground}
            tickValues={rows.map(({ key }) => key).filter((_, index) => index % every === 0)}
            tickFormat={nameOf}
            tickLabelProps={{ className: styles.tick, fontFamily: "inherit", textAnchor: "middle", dy: 4 }}
          />
        </svg>
      )}
      {chosen && active !== undefined && (
        <div
          key={`${chosen.key} ${width}`}
          ref={keepWithin}
          className={styles.tip}
          data-side={active > rows.length / 2 ? "left" : "right"}
          style={{ insetInlineStart: (x(chosen.key) ?? 0) + x.bandwidth() / 2 }}
          aria-hidden="true"
        >
          <strong>
            {chosen.name}
            {active >= firstPlanned && " · not yet due"}
          </strong>
          {series.map(({ name, colour }, at) => (
            <span key={name}>
              <i style={{ background: colour }} /> {name} <b>{valueText(chosen.values[at] ?? 0, unit)}</b>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
