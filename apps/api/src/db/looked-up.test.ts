/**
 * What is looked up again and again is found by an index. In a test's world every table is small and nobody would see; at a million rows a lookup without one
 * is a second. Found on 29 November 2026 by asking for the plan of each statement of the tests with reading whole tables made dear (record 0088).
 */
import { expect, it } from "vitest";
import { useTestApi } from "../../../../test/world.ts";
import { readWhole } from "../../../../test/statements.ts";

const api = await useTestApi();

it.each([
  "select from appeals where user_id = $1",
  "select from approvals where checker_id = $1 order by decided_at desc",
  "select from assignments where user_id = $1 and admin_id = $2 and ended_at is not null order by ended_at desc",
  "select from charges where loan_id = $1 and status in ('created', 'sent', 'unknown')",
  "select from charges where business_date = $1 and status = 'failed'",
  "select from claim_credits where transfer_id = $1 and lost_kobo > 0",
  "select from company_approvals where kind = 'expense_request' and subject_id = $1 order by created_at desc",
  "select from data_requests where user_id = $1 and kind = $2 and status = 'answered'",
  "select from employment_claims where user_id = $1 order by created_at desc",
  "select from limit_requests where user_id = $1 order by created_at desc",
  "update one_time_codes set used_at = now() where user_id = $1 and used_at is null",
  "select from credit_decisions where rule_set_id = $1",
  "select from transfer_payees where user_id = $1 and created_at >= $2",
  "update unidentified_receipts set claimed_at = now() where receipt_id = $1",
  "select from users u where u.id in (select $1::uuid union select approver_id from company_approvers where approval_id = $2)",
])("%s", async (statement) => {
  expect(await readWhole(api.app.pool, [statement])).toEqual([]);
});

it("what no index has is seen", async () => {
  expect(await readWhole(api.app.pool, ["select from charges where failure = $1"])).toEqual(["charges"]);
});
