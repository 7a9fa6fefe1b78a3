import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { transferReviews } = calls;

export const screens = [
  // Added: transfers and batches that are held until a colleague has looked at them.
  screen("added", "transfer-reviews", "Transfer Reviews", "reviews", transferReviews.listAll, "Finance 57"),
  // Added: whom a held batch pays, and whom of them its company has never paid.
  screen("added", "transfer-reviews/{id}", "Held Batch", "batch-rows", transferReviews.batchRows),
];
