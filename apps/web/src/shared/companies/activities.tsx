import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import type { Answer } from "../api/call.ts";
import { When } from "../ui/kit.tsx";
import styles from "./activities.module.css";

type Activity = Answer<typeof calls.companyActivities.recent>["activities"][number];

/** What happened, the newest first. */
export const Activities = ({ activities }: { activities: readonly Activity[] }): ReactNode => (
  <ul className={`list ${styles.acts}`}>
    {activities.map(({ id, type, level, words, users, happened_at }) => {
      const person = users.find(({ pivot }) => pivot.position === "target");
      return (
        <li key={`${type}:${id}`}>
          <span>
            {level === 3 ? <strong>{words}</strong> : words}
            {person && /loan|repayment/.test(type) && !words.includes(person.name) && `, ${person.name}`}
          </span>{" "}
          <span className="small muted">
            <When at={happened_at} />
          </span>
        </li>
      );
    })}
  </ul>
);
