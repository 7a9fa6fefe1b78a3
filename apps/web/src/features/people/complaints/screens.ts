import { categoryWords } from "@manilla/contract/people/complaint-categories";
import { calls } from "../../../shared/api/calls.gen.ts";
import { listScreen, screen } from "../../../shared/screens.ts";

const { complaints } = calls;

export const screens = [
  // Added: whom to reach, and the way of a complaint (N01), without an account.
  screen("added", "/help", "Help", "open-help", "public"),
  // Added: the same with one's own complaints.
  screen("added", "help", "Help", "help", ["admin", "corporate", "customer"], {
    menus: { corporate: "Settings 60", customer: "Settings 60" },
    until: "password_changed",
  }),
  // Added: the queue of complaints with its clock (N03).
  listScreen("added", "complaints", "Complaints", complaints.listAll, {
    menu: "Customers 40",
    columns: [
      ["last_name", { card: "title", width: 140 }],
      ["company", { kind: "person", card: "field", width: 125 }],
      ["status", { badge: "complaint", card: "badge", width: 110 }],
      ["category", { header: "About", width: 160, words: categoryWords, card: "field" }],
      ["days_left", { header: "Days left", width: 90, card: "field" }],
      ["due_on", { header: "Resolve by", width: 110 }],
      ["assigned_to", { header: "Handled by", width: 130, card: "field" }],
      ["reference", { kind: "reference", width: 144 }],
      ["created_at", { header: "Received", width: 110 }],
    ],
    href: "/admin/complaints/{id}",
    opens: "Open the complaint",
    acts: [complaints.assign, complaints.escalate],
    link: ["Record a company's complaint", "/admin/complaints/new", complaints.recordOfCompany],
    views: [
      {
        name: "Open",
        address: "f.status=open,escalated",
        first: ["super_support", "super_operations", "super_admin"],
        empty: "No complaint is open",
      },
      { name: "Mine", address: "f.status=open,answered,escalated&f.admin_id={me}", empty: "No complaint is yours" },
      { name: "Late", address: "f.is_late=true", empty: "No complaint is late" },
      { name: "Answered", address: "f.status=answered", empty: "No answer waits for the customer" },
      {
        name: "Resolved",
        address: "f.status=resolved&sortColumn=due_on&sortOrder=desc",
        empty: "No complaint has been resolved yet",
      },
    ],
    lead: "Complaints of customers and companies. Each has a day until which it is resolved; those that are due first come first.",
    empty: "No complaints.",
  }),
  // Added: a company that complains by telephone; a customer's is recorded on their page.
  screen("added", "complaints/new", "Complaint of a Company", "record", complaints.recordOfCompany),
  // Added: the page on which a complaint is worked.
  screen("added", "complaints/{id}", "Complaint", "complaint", complaints.find),
];
