import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { Copyable } from "../../../shared/ui/kit.tsx";
import { orDash, type Person } from "./parts.tsx";
import styles from "./person.module.css";

/** A whole number is hidden again after this: screens are left alone and looked over. */
const SHOWN_MS = 60_000;
const names = { bvn: "BVN", nin: "NIN", account_no: "account number" } as const;

/** A masked number that can be shown whole, with a reason; the record says who saw it, when and why. */
export function Revealed({ person, field }: { person: Person; field: keyof typeof names }): ReactNode {
  const [value, setValue] = useState<string>();
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(() => setValue(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [value]);
  const hidden = person.profile[field];
  if (!hidden) return orDash(null);
  if (value !== undefined) {
    return (
      <span className={styles.revealed}>
        <Copyable text={value} label={names[field]}>
          <code>{value}</code>
        </Copyable>
        <Button size="compact-sm" variant="default" onClick={() => setValue(undefined)}>
          Hide
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.revealed}>
      <code>{hidden}</code>
      <span className={styles.small}>
        <ActionButton
          call={calls.people.reveal}
          params={{ id: person.id }}
          body={{ field }}
          done={(answer) => setValue(answer.value)}
          confirm={{
            title: `Show the whole ${names[field]}?`,
            body: "It is shown for one minute. Who saw it, when and why is kept in the audit trail.",
            reason: "required",
            yes: "Show",
          }}
        >
          Show
        </ActionButton>
      </span>
    </span>
  );
}
