import { count, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { type Figure, Figures } from "../../../shared/figures/figures.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Panel } from "../../../shared/ui/kit.tsx";

const one = (filter: object) => ({ query: { page: 1, limit: 1, filter: JSON.stringify(filter) } });

/** A company's money as far as one may see it: wallet, purses, line, cards, expense requests; each figure opens its page. */
export function CompanyMoney({ company_id }: { company_id: string }): ReactNode {
  const mayWallet = useMay(calls.wallets.listAll);
  const mayCards = useMay(calls.cards.listAll);
  const mayExpenses = useMay(calls.expenseRequests.listEverywhere);
  const wallets = useCall(calls.wallets.find, { params: { id: company_id } }, { enabled: mayWallet }).data;
  const [wallet, line] = [wallets?.debit, wallets?.credit];
  const filter = { page: 1, limit: 1 };
  const cards = useCall(
    calls.cards.listAll,
    { params: { companyId: company_id }, query: filter },
    { enabled: mayCards },
  );
  const spent = useCall(calls.expenseRequests.listEverywhere, one({ company_id }), { enabled: mayExpenses });
  const items: Figure[] = [];
  if (wallet) {
    const href = `/admin/wallet/${company_id}`;
    items.push({ label: "In its wallet", value: naira(wallet.balance_kobo), href });
    items.push({ label: "In its people’s purses", value: naira(wallet.assigned_kobo), href });
  }
  if (line) {
    const owed = line.drawn_kobo + line.interest_kobo + line.penalty_kobo;
    items.push({
      label: "Owed on its line",
      value: naira(owed),
      note: `of ${naira(line.limit_kobo)}`,
      href: `/admin/companies/credit-applications?f.company_id=${company_id}`,
    });
  }
  if (cards.data)
    items.push({ label: "Cards", value: count(cards.data.total_count), href: `/admin/companies/${company_id}/cards` });
  if (spent.data)
    items.push({
      label: "Expense requests",
      value: count(spent.data.total_count),
      href: `/admin/expenses?f.company_id=${company_id}`,
    });
  return items.length === 0 ? null : (
    <Panel title="Money">
      <Figures items={items} />
    </Panel>
  );
}
