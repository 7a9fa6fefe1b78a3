import { NativeSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { ReportForm } from "./report-form.tsx";
import type { ReportQuery } from "./words.ts";

function queryOf(text: string | null): ReportQuery {
  try {
    return JSON.parse(text ?? "{}") as ReportQuery;
  } catch {
    return {};
  }
}

/** A report of a list: the one that the address names, as it was looked at there, or any that is chosen here. */
export default function NewReportScreen(): ReactNode {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const list = search.get("list");
  return (
    <Page
      width="form"
      lead="It shows the list as it is when the report is made. Each recipient gets what their own rights allow."
      actions={list && <LinkButton onClick={() => setSearch({})}>Another list</LinkButton>}
    >
      {list ? (
        <ReportForm
          key={search.toString()}
          given={{
            list,
            query: queryOf(search.get("query")),
            columns: search.get("columns")?.split(",").filter(Boolean) ?? null,
          }}
          onDone={(id) => {
            toast("The report is made.");
            return navigate(`/admin/reports/${id}`);
          }}
        />
      ) : (
        <ListChoice onChosen={(chosen) => setSearch({ list: chosen })} />
      )}
    </Page>
  );
}

function ListChoice({ onChosen }: { onChosen: (path: string) => void }): ReactNode {
  const lists = useRecord(calls.reports.lists, {});
  return (
    <Panel>
      <Answered of={lists} height={70}>
        {(data) => (
          <NativeSelect
            label="List"
            description="Or choose “Save as report” among the views of any list: its filters, order and columns come along."
            data={[
              { value: "", label: "Choose…" },
              ...data.lists.map(({ path, name }) => ({ value: path, label: name })),
            ]}
            onChange={(event) => event.currentTarget.value && onChosen(event.currentTarget.value)}
          />
        )}
      </Answered>
    </Panel>
  );
}
