import { count, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

const removedWords = (removed: Readonly<Record<string, number>>): string => {
  const some = Object.entries(removed).filter(([, number]) => number > 0);
  return some.length === 0
    ? "Nothing was old enough"
    : some.map(([what, number]) => `${sentence(what)}: ${count(number)}`).join(", ");
};

/** How long what is kept, and what the last runs removed. */
export default function RetentionScreen(): ReactNode {
  const answer = useRecord(calls.dataProtection.retention, {});
  return (
    <Page
      lead="Data removed automatically after their retention period, and the reason for keeping them until then."
      actions={<Link to="/admin/data-requests">Data requests</Link>}
    >
      <Answered of={answer} height={240}>
        {(data) => (
          <>
            <Panel title="Kept" flush>
              <PlainTable
                caption="How long what is kept"
                rows={data.rules}
                keyOf={({ what }) => what}
                columns={[
                  { key: "what", card: "title" },
                  { key: "days", kind: "number" },
                  { key: "because", canWrap: true },
                ]}
              />
            </Panel>
            <Panel title="Last runs" flush>
              {data.runs.length === 0 ? (
                <Empty title="Not run yet">It runs with the close of business.</Empty>
              ) : (
                <PlainTable
                  caption="Last runs"
                  rows={data.runs}
                  keyOf={({ ran_at }) => ran_at}
                  columns={[
                    { key: "ran_at", header: "Run", card: "title" },
                    { key: "_removed", render: ({ removed }) => removedWords(removed), canWrap: true },
                  ]}
                />
              )}
            </Panel>
          </>
        )}
      </Answered>
    </Page>
  );
}
