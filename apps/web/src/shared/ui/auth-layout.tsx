import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import styles from "./auth-layout.module.css";
import { ManillaMark } from "./logo.tsx";

const promises: readonly (readonly [string, string])[] = [
  ["The whole cost, first", "Every offer says in naira what you receive, what you pay, and when."],
  ["A decision with its reasons", "For each decision, the reasons are written down, and you can ask for them."],
  ["Nothing paid twice", "A payment that was not answered is looked up at the bank, never sent again blindly."],
];

/** The pages before signing in: the form on the left, the product on the right; on phones only the form. */
export function AuthLayout({
  title,
  lead,
  aside,
  children,
}: {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Manilla`;
    if (!document.activeElement?.matches("input")) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <div className={styles.split}>
      <main id="main" className={styles.form} tabIndex={-1}>
        <div className={styles.inner}>
          <div className={styles.brand}>
            <ManillaMark size={26} />
            Manilla
          </div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="muted">{lead}</p>}
          <div className={styles.content}>{children}</div>
          {aside && <div className={styles.aside}>{aside}</div>}
          <p className={`small ${styles.help}`}>
            <Link to="/help">Help and complaints</Link>
          </p>
        </div>
      </main>
      <aside className={styles.panel} aria-label="About Manilla">
        <Rings />
        <div className={styles.words}>
          <p className={styles.headline}>Credit that explains itself.</p>
          <dl>
            {promises.map(([name, text]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </aside>
    </div>
  );
}

/** Manillas inside one another: the money of the old coast as ornament. */
const Rings = (): ReactNode => (
  <svg
    className={styles.rings}
    viewBox="0 0 600 600"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    aria-hidden="true"
  >
    {[60, 110, 160, 210, 260].map((radius, index) => (
      <circle
        key={radius}
        cx="300"
        cy="300"
        r={radius}
        strokeWidth={20 - index * 2}
        pathLength="100"
        strokeDasharray="84 16"
        transform={`rotate(${98 + index * 14} 300 300)`}
      />
    ))}
  </svg>
);
