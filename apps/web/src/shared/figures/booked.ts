import { useMemo } from "react";
import { calls } from "../api/calls.gen.ts";
import type { Column } from "../list/columns.tsx";
import { useMay } from "../session/session.ts";

type Subject = "loan" | "receipt" | "payout" | "repayment" | "user";

/** Where the books show what a figure is made of; nothing for those who may not look into them. */
export function useBooked(): (subject: Subject, id: string) => string | undefined {
  const mayLook = useMay(calls.books.postings);
  return (subject, id) => (mayLook ? `/admin/books/${subject}/${id}` : undefined);
}

/** Columns whose figures open the books, for those who may look into them; plain figures for the others. */
export function useBookedColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const mayLook = useMay(calls.books.postings);
  return useMemo(() => (mayLook ? columns : columns.map(({ opens: _, ...column }) => column)), [mayLook, columns]);
}
