import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { ReportForm } from "./report-form.tsx";

/** Another name, summary, schedule or other recipients; the list and its filter stay. */
export default function ChangeReportScreen(): ReactNode {
  const navigate = useNavigate();
  return (
    <RecordPage
      call={calls.reports.find}
      width="form"
      title={({ name }) => `Change ${name}`}
      lead={(_, id) => <Link to={`/admin/reports/${id}`}>The report</Link>}
    >
      {(report) =>
        report.is_own ? (
          <ReportForm
            given={report}
            report={report}
            onDone={(id) => {
              toast("Changed.");
              return navigate(`/admin/reports/${id}`);
            }}
          />
        ) : (
          <Notice>Only {report.owner} changes this report.</Notice>
        )
      }
    </RecordPage>
  );
}
