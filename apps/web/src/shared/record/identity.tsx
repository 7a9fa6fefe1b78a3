import { displayPhone } from "@manilla/contract/phone";
import type { ReactNode } from "react";
import { Copyable } from "../ui/kit.tsx";
import styles from "./record.module.css";

/** The first line of a record: its sum with its state, whose it is, and what one copies from it. */
export const Identity = ({ sum, who, ids }: { sum: ReactNode; who: ReactNode; ids: ReactNode }): ReactNode => (
  <div className={styles.bar}>
    <div className={styles.who}>
      <div className="large-sum">{sum}</div>
      <div>{who}</div>
      <div className={styles.ids}>{ids}</div>
    </div>
  </div>
);

/** A phone number, to call and to copy. */
export const Phone = ({ number }: { number: string }): ReactNode => (
  <Copyable text={number} label="phone number">
    <a href={`tel:${number}`}>{displayPhone(number)}</a>
  </Copyable>
);
