import { calls } from "../../../shared/api/calls.gen.ts";
import { forCompany, screen } from "../../../shared/screens.ts";

const { approvalChains } = calls;
const inbox = ["company:can_view_approvals", "company:can_decide_approvals", "personal:can_decide_approvals"] as const;

export const screens = [
  // Added: the inbox of a company's approvers; heads of departments are personal accounts.
  screen("added", "approvals", "Approvals", "inbox", inbox, {
    menus: { corporate: "Dashboard 2 a", customer: "Expense Requests 2" },
    when: "business",
    until: "password_changed",
  }),
  // Added: who decides for somebody absent.
  screen("added", "approvals/delegates", "Delegates", "delegates", inbox, { until: "password_changed" }),
  // Added: what is asked, and whose turn it is.
  screen("added", "approvals/{id}", "Approval", "request", inbox, { until: "password_changed" }),
  // Added: who agrees to what.
  screen("added", "approval-chains", "Approval Chains", "chains", approvalChains.chains, "Settings 15"),
].map(forCompany);
