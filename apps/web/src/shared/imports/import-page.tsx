import { count, counted, sentence } from "@manilla/contract/formats";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../api/calls.gen.ts";
import { type Answer, send } from "../api/call.ts";
import { refreshEverything } from "../api/query-client.ts";
import { keyOf } from "../api/use-call.ts";
import { FileButton } from "../form/file-button.tsx";
import { column, columns } from "../list/columns.tsx";
import { ListPage } from "../list/list-page.tsx";
import styles from "./import-page.module.css";
import { type ImportRow as Row, nameOf, Reasons, VerdictBadge, verdictWords } from "./verdicts.tsx";

type Import = Answer<typeof calls.imports.find>["import"];

const shownOf = (hrefOf: (user_id: string) => string) =>
  columns<Row>([
    column("number", { header: "Row", width: 80, card: "field" }),
    column("verdict", { words: verdictWords, card: "badge", render: (row) => <VerdictBadge verdict={row.verdict} /> }),
    column("name", {
      card: "title",
      render: (row) => (row.user_id ? <Link to={hrefOf(row.user_id)}>{nameOf(row)}</Link> : nameOf(row)),
    }),
    column("email", { card: "field" }),
    column("reasons", {
      header: "Why",
      width: 460,
      card: "field",
      canWrap: true,
      render: (row) => <Reasons of={row.reasons} />,
    }),
  ]);

const POLL_MS = 1_000;
/** While it runs, the rows on the screen are read again with every so manieth look at the progress. */
const ROWS_EVERY = 3;

type ImportCalls = Pick<
  typeof calls.imports | typeof calls.staffImports | typeof calls.loanImports,
  "find" | "rows" | "refused"
>;

/** Looks again until the import has ended, then reads everything on the screen once more. */
function useProgress(find: ImportCalls["find"], id: string) {
  const input = { params: { id } };
  const looks = useRef(0);
  const result = useQuery({
    queryKey: keyOf(find, input),
    queryFn: ({ signal }) => send(find as typeof calls.imports.find, input, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && ["pending", "running"].includes(data.import.status) ? POLL_MS : false,
  });
  const status = result.data?.import.status;
  const done = result.data?.import.done_count;
  useEffect(() => {
    if (done === undefined) return;
    looks.current += 1;
    if (status === "done" || looks.current % ROWS_EVERY === 0) void refreshEverything();
  }, [status, done]);
  return result;
}

interface Props {
  of: ImportCalls;
  /** Where a person that was made is looked at. */
  hrefOf: (user_id: string) => string;
  /** Other columns than those of people. */
  columns?: ListColumns;
  /** What becomes of a row that goes in; "created" where it is left out. */
  become?: string;
  /** Below the progress. */
  children?: (found: Import) => ReactNode;
}
type ListColumns = ReturnType<typeof shownOf>;

/** One import: how far it is, the outcome of each row, and the refused rows to correct and send again. */
export function ImportPage({
  of: { find, rows, refused },
  hrefOf,
  columns: given,
  become,
  children,
}: Props): ReactNode {
  const { importId = "" } = useParams();
  const { data } = useProgress(find, importId);
  const found = data?.import;
  const shown = useMemo(() => given ?? shownOf(hrefOf), [hrefOf, given]);
  return (
    <ListPage
      call={rows as typeof calls.imports.rows}
      params={{ id: importId }}
      columns={shown}
      title={found?.file_name}
      lead={
        found && (
          <>
            <Progress found={found} become={become} />
            {children?.(found)}
          </>
        )
      }
      actions={
        found &&
        found.refused_count > 0 && (
          <FileButton call={refused} input={{ params: { id: found.id } }} name="refused-rows.csv">
            Download the {count(found.refused_count)} refused
          </FileButton>
        )
      }
      empty={found?.status === "pending" ? "The file is being read." : "The file had no row."}
    />
  );
}

function Progress({ found, become = "created" }: { found: Import; become?: string | undefined }): ReactNode {
  const share = found.total_count === 0 ? 0 : Math.round((found.done_count / found.total_count) * 100);
  const isRunning = found.status === "pending" || found.status === "running";
  return (
    <>
      {isRunning && (
        <span
          className={styles.bar}
          role="progressbar"
          aria-label="Import"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
        >
          <span style={{ width: `${share}%` }} />
        </span>
      )}
      <span role="status">
        {isRunning
          ? `${count(found.done_count)} of ${counted(found.total_count, "row")}. You may leave this page; it goes on.`
          : found.status === "failed"
            ? `It stopped: ${found.failure ?? "for an unknown reason"}.`
            : `${counted(found.total_count, "row")}.`}
      </span>{" "}
      <span className={styles.counts}>
        <Verdicts verdict="created" rows={found.created_count} words={become} />
        <Verdicts verdict="already" rows={found.already_count} words="there already" />
        <Verdicts verdict="refused" rows={found.refused_count} words="refused" />
        {found.created_by && <span>by {found.created_by}</span>}
        {found.status !== "done" && !isRunning && <span>{sentence(found.status)}</span>}
      </span>
    </>
  );
}

/** How many rows had an outcome; none opens nothing. */
const Verdicts = ({ verdict, rows, words }: { verdict: Row["verdict"]; rows: number; words: string }): ReactNode =>
  rows === 0 ? (
    <span>
      {count(rows)} {words}
    </span>
  ) : (
    <Link to={`?f.verdict=${verdict}`}>
      {count(rows)} {words}
    </Link>
  );
