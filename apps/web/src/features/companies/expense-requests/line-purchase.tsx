import { naira, shortDay } from "@manilla/contract/formats";
import { Button, NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { Notice } from "../../../shared/ui/kit.tsx";
import { type Line, type Purchase, likelyPurchase, ofPurchase } from "./line.ts";

const words = ({ merchant, amount_kobo, spent_on }: Purchase): string =>
  `${naira(amount_kobo)} at ${merchant}, ${shortDay(spent_on)}`;

/** What the purse paid by card or as a bill, for a line that retires an advance: named, it is not counted again. */
export function LinePurchase({
  line,
  paid,
  change,
}: {
  line: Line;
  /** Without those of other lines. */
  paid: readonly Purchase[];
  change: (values: Partial<Line>) => void;
}): ReactNode {
  if (paid.length === 0 && line.expense_id === "") return null;
  const likely = line.expense_id === "" ? likelyPurchase(line, paid) : undefined;
  // Of a draft whose purchase has gone to another request the server says so.
  const isGone = line.expense_id !== "" && paid.every(({ id }) => id !== line.expense_id);
  return (
    <>
      <NativeSelect
        label="Paid by card or as a bill"
        description="Choose what your purse paid, so that it is not counted twice."
        value={line.expense_id}
        data={[
          { value: "", label: "No, in cash" },
          ...(isGone ? [{ value: line.expense_id, label: "A purchase that another request has" }] : []),
          ...paid.map((each) => ({ value: each.id, label: words(each) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const purchase = paid.find(({ id }) => id === value);
          change(purchase ? ofPurchase(purchase, line) : { expense_id: "" });
        }}
      />
      {likely && (
        <Notice>
          Your purse paid {words(likely)}.{" "}
          <Button variant="default" size="compact-sm" onClick={() => change(ofPurchase(likely, line))}>
            It is this one
          </Button>
        </Notice>
      )}
    </>
  );
}
