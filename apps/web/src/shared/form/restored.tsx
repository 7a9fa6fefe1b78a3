import type { ReactNode } from "react";
import styles from "./form.module.css";

/** Says that a form has its draft back. @param onDiscard empties the form */
export const Restored = ({ onDiscard }: { onDiscard: () => void }): ReactNode => (
  <p className={styles.restored} role="status">
    What you had typed here was kept and is back.{" "}
    <button type="button" className="reaches-further" onClick={onDiscard}>
      Start afresh
    </button>
  </p>
);
