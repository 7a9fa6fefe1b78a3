import * as calls from "@manilla/contract/platform/business-day";
import type { z } from "zod";
import type { Handlers } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import { recordAudit } from "../audit/index.ts";
import { mayClose } from "./calendar.ts";

type Row = z.output<typeof calls.listAll.row>;
type Raw = Omit<Row, "steps"> & { steps: { step: string; done_at: string | null; counts: Record<string, number> }[] };

const dayList = defineList<typeof calls.listAll, Raw>(calls.listAll, {
  from: "business_days d",
  select: `
    d.business_date, d.opened_at, d.closed_at,
    coalesce(
      (
        select json_agg(json_build_object('step', s.step, 'done_at', s.done_at, 'counts', s.counts))
        from business_day_steps s
        where s.business_date = d.business_date
      ), '[]'
    ) as steps,
    case
      when d.closed_at is null then (
        select j.failure
        from job_runs j
        where j.job = 'close_of_business' and j.business_date = d.business_date
        order by j.started_at desc
        limit 1
      )
    end as failure
  `,
  id: "d.business_date",
  id_type: "date",
  columns: { is_closed: "(d.closed_at is not null)" },
  map: ({ steps, ...day }) => ({
    ...day,
    steps: calls.closeSteps
      .flatMap((name) => steps.filter(({ step }) => step === name))
      .map((step) => ({ ...step, done_at: step.done_at === null ? null : new Date(step.done_at) })),
  }),
});

export const handlers: Handlers<typeof calls> = {
  listAll: dayList,
  async run(context) {
    const business_date = await mayClose(context);
    return context.once(async (tx) => {
      await recordAudit(tx, context, "close_of_business_requested", ["business_day", business_date]);
      await context.queue.send(tx, "close-of-business", { requested_by: context.session.user_id, business_date });
      return { business_date, is_queued: true };
    });
  },
};
