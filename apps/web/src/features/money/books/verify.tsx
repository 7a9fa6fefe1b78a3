import { counted } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import dialogStyles from "../../../shared/ui/dialogs.module.css";
import { IconCircleCheck, IconCircleX } from "../../../shared/ui/icons.ts";
import { Notice } from "../../../shared/ui/kit.tsx";
import styles from "../../../shared/books/books.module.css";

type Proof = Answer<typeof calls.books.verify>;

const checksOf = (proof: Proof): { ok: boolean; text: string }[] => [
  { ok: proof.sums_zero, text: "The postings of every transaction add up to zero" },
  { ok: proof.balances_match, text: "Every balance is the sum of its postings" },
  { ok: proof.floors_kept, text: "No account is below what it may fall to" },
  { ok: proof.keys_unique, text: "Nothing was booked twice under one reference" },
  {
    ok: proof.chain_intact,
    text:
      proof.first_bad_sequence === null
        ? "The hash chain is whole: no transaction was altered"
        : `The hash chain breaks at block ${proof.first_bad_sequence}`,
  },
];

/** Proves the books on the server and shows the proof. */
export function VerifyButton(): ReactNode {
  const [proof, setProof] = useState<Proof>();
  return (
    <>
      <ActionButton call={calls.books.verify} variant="primary" done={setProof}>
        Verify the books
      </ActionButton>
      <Dialog opened={proof !== undefined} onClose={() => setProof(undefined)} title="The books, verified">
        {proof && (
          <div className="stack">
            <Notice tone={proof.is_sound ? "success" : "danger"}>
              {proof.is_sound ? "The books are sound." : "The books are not sound."}{" "}
              {counted(proof.transactions, "transaction")},{counted(proof.postings, "posting")} and{" "}
              {counted(proof.blocks, "sealed block")} were read again from the beginning.
            </Notice>
            <ul className={styles.checks}>
              {checksOf(proof).map(({ ok, text }) => (
                <li key={text} data-ok={ok}>
                  {ok ? <IconCircleCheck size={20} aria-hidden="true" /> : <IconCircleX size={20} aria-hidden="true" />}
                  <span>
                    <span className="visually-hidden">{ok ? "Holds: " : "Does not hold: "}</span>
                    {text}
                  </span>
                </li>
              ))}
            </ul>
            {proof.problems.length > 0 && (
              <ul>
                {proof.problems.map(({ check, detail }, index) => (
                  <li key={index}>
                    <strong>{check}</strong> {detail}
                  </li>
                ))}
              </ul>
            )}
            <div className={dialogStyles.buttons}>
              <Button onClick={() => setProof(undefined)}>Close</Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}
