import { calls } from "../../../shared/api/calls.gen.ts";
import { screen } from "../../../shared/screens.ts";

const { transferBatches } = calls;

export const screens = [
  // Added: many payments from one file, and the salaries.
  screen("added", "batches", "Batches", "batches", transferBatches.listAll, "Payments 16"),
  // Added: a file, pasted rows, and what it is for.
  screen("added", "batches/new", "New Batch", "new-batch", transferBatches.create),
  // Added: the verdict of each row, what it comes to, and how far it is.
  screen("added", "batches/{id}", "Batch", "batch", transferBatches.find),
];
