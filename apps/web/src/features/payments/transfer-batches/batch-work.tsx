/** How a batch of transfers is worked from its page. */
import { count, counted } from "@manilla/contract/formats";
import { type Work, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const { find, submit, cancel, again } = calls.transferBatches;
export type Batch = Answer<typeof find>;

/** Where it is, in whole sentences, and what comes next. */
function nextOf(batch: Batch): { says: string; acts: readonly string[] } {
  const { status, row_count, waiting, refused, look, moving_count, arrived_count, failed_count, no_room } = batch;
  switch (status) {
    case "checking":
      return {
        says: `The banks have answered ${count(row_count - waiting)} of ${counted(row_count, "row")}. You may leave this page; it goes on.`,
        acts: [],
      };
    case "checked":
      if (refused + look > 0)
        return {
          says: `${refused > 0 ? `${counted(refused, "row")} to correct` : ""}${refused > 0 && look > 0 ? ", " : ""}${look > 0 ? `${counted(look, "row")} to confirm` : ""}. Rows can be left out, too.`,
          acts: ["submit"],
        };
      return {
        says: no_room ? `Every row is ready. ${no_room}` : "Every row is ready. Submit it, and somebody else agrees.",
        acts: ["submit"],
      };
    case "awaiting_approval":
      return { says: "The money is held until your company’s chain has decided about the whole.", acts: ["approval"] };
    case "in_review":
      return {
        says: "Your company has agreed. We review it before it is sent; the money is held in the wallet until then.",
        acts: [],
      };
    case "sending":
      return {
        says: `${count(arrived_count)} of ${counted(row_count, "payment")} arrived${failed_count > 0 ? `, ${count(failed_count)} came back` : ""}, ${count(moving_count)} on the way.`,
        acts: [],
      };
    case "done":
      return failed_count > 0
        ? {
            says: `${count(arrived_count)} arrived. ${count(failed_count)} came back with their charges, and can be sent again.`,
            acts: ["again_made", "again"],
          }
        : { says: `All ${counted(arrived_count, "payment")} arrived.`, acts: [] };
    default:
      return { says: "It was cancelled. Nothing was sent.", acts: [] };
  }
}

export const batchWork: Work<Batch> = {
  acts: ({ failed_count }) => [
    ...(failed_count > 0 ? [again] : [submit, cancel]),
    linkAct(
      "approval",
      "See whose turn it is",
      calls.approvalChains.find,
      ({ approval_id }) => approval_id && `/corporate/approvals/${approval_id}`,
    ),
    linkAct(
      "again_made",
      "What came back, again",
      find,
      ({ again_id }) => again_id && `/corporate/batches/${again_id}`,
    ),
  ],
  next: (batch) => {
    const { says, acts } = nextOf(batch);
    return { says: <span role="status">{says}</span>, acts };
  },
  beside: ["cancel"],
};
