import { sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../shared/api/call.ts";
import type { calls } from "../../../../shared/api/calls.gen.ts";
import styles from "./home.module.css";

/** Papers that were not accepted and nothing has replaced: what is wanted, and where it is sent. */
export function Papers({ documents }: { documents: Answer<typeof calls.onboarding.find>["documents"] }): ReactNode {
  const wanted = documents.filter(({ status, replaced_by }) => status === "invalidated" && replaced_by === null);
  if (wanted.length === 0) return null;
  const names = wanted.map(({ title, type }) => title || sentence(type)).join(", ");
  return (
    <section className={styles.offer} aria-label="Papers that we need">
      <div>
        <strong>We need a paper again</strong>
        {names}
      </div>
      <Button component={Link} to="/customer/documents" variant="default">
        Send it
      </Button>
    </section>
  );
}
