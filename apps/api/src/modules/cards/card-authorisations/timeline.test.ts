import { captureKinds } from "@manilla/contract/cards/card-payment-kinds";
import { declineReasonNames, declineTitles } from "@manilla/contract/cards/decline-reasons";
import { expect, it } from "vitest";
import type { TimelineRow } from "../../../house/timelines.ts";
import { ofPayments } from "./timeline.ts";

const [payment, capture] = ofPayments.card!;
// Its words come from the row alone: no request is needed.
const says = (of: typeof payment, data: object) =>
  of!.says({ what: "Shoprite", amount_kobo: 100_000n, data } as unknown as TimelineRow, undefined as never);

it("says why a payment was declined as its page does, and where money moved to", () => {
  for (const reason of declineReasonNames)
    expect(says(payment, { status: "declined", reason })).toMatchObject({ detail: declineTitles[reason] });
  for (const kind of captureKinds) expect(says(capture, { kind })).toMatch(/^₦1,000\.00 [a-z ]+ Shoprite$/);
  expect(captureKinds.map((kind) => says(capture, { kind })).join()).not.toContain("undefined");
});
