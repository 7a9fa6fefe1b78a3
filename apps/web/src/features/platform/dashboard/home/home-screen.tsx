import { lazy, type ReactNode, Suspense } from "react";
import type { Answer } from "../../../../shared/api/call.ts";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../../shared/api/use-call.ts";
import { owingOf } from "../../../../shared/loans/owing.ts";
import { maySend, useSession } from "../../../../shared/session/session.ts";
import { Failure, Skeleton } from "../../../../shared/ui/kit.tsx";
import { Page } from "../../../../shared/ui/page.tsx";
import { BuyAgain } from "./buy-again.tsx";
import { Money } from "./money.tsx";
import { Offers } from "./offers.tsx";
import { Papers } from "./papers.tsx";
import { NothingOwed, Owed } from "./owed.tsx";
import { Profile } from "./profile.tsx";
import { Help, News, Receipts, Schedule } from "./side.tsx";

/** These need the calls of companies, which a borrower's phone should not have to load. */
const CompanyApprovals = lazy(async () => ({ default: (await import("../company-approvals.tsx")).CompanyApprovals }));
const CompanyWork = lazy(() => import("./work.tsx"));

/** Personal accounts that decide for their company. */
const DECIDES = ["company_department_head", "company_unit_head"];

/** What could be borrowed after the running loans, where that is more than now. */
function grownTo(estimate: Answer<typeof calls.creditDecisions.ownEstimate> | undefined): number | undefined {
  const after = estimate?.after?.principal_kobo ?? 0;
  return after > (estimate?.could_borrow?.principal_kobo ?? 0) ? after : undefined;
}

/** R036 for customers: what do I owe, when, how do I pay; for employees of a company, their requests and cards. */
export default function HomeScreen(): ReactNode {
  const session = useSession();
  const today = String(session.configuration["business_date"] ?? "");
  const own = useRecord(calls.repayments.listOwn, {}, { enabled: maySend(session, calls.repayments.listOwn) });
  const loans = useRecord(calls.loans.listOwn, {}, { enabled: maySend(session, calls.loans.listOwn) });
  const cards = useCall(
    calls.charges.listOwn,
    { params: { id: session.user.id } },
    { enabled: maySend(session, calls.charges.listOwn) },
  );
  const onboarding = useCall(calls.onboarding.find, {}, { enabled: maySend(session, calls.onboarding.find) });
  const estimate = useCall(
    calls.creditDecisions.ownEstimate,
    {},
    { enabled: maySend(session, calls.creditDecisions.ownEstimate) },
  );
  const owing = own.data ? owingOf(own.data.repayments, today).filter(({ open }) => open.length > 0) : [];
  const [first] = owing;
  const isEmployee = session.staff_account_type === "business";
  const isSettled = !onboarding.isLoading && !own.isLoading;
  return (
    <Page>
      <div className="beside">
        <div>
          {session.roles.some(({ slug }) => DECIDES.includes(slug)) && (
            <Suspense fallback={<Skeleton height={90} />}>
              <CompanyApprovals type="customer" />
            </Suspense>
          )}
          {loans.data && <Offers loans={loans.data.loans} />}
          {onboarding.data && <Papers documents={onboarding.data.documents} />}
          {own.error && !own.data && <Failure error={own.error} onRetry={() => void own.refetch()} />}
          {own.isLoading && <Skeleton height={150} />}
          {owing.map((each) => (
            <Owed
              key={each.loan.id}
              owing={each}
              today={today}
              isNamed={owing.length > 1}
              mayPay={maySend(session, calls.repayments.transfer)}
              cards={cards.data?.cards}
              after_kobo={onboarding.data?.profile.status === "activated" ? grownTo(estimate.data) : undefined}
            />
          ))}
          {isEmployee && (
            <Suspense fallback={<Skeleton height={150} />}>
              <CompanyWork />
            </Suspense>
          )}
          {own.data && owing.length === 0 && !isEmployee && (
            <NothingOwed
              loans={loans.data?.loans ?? []}
              onboarding={onboarding.data}
              estimate_kobo={estimate.data?.could_borrow?.principal_kobo}
            />
          )}
          {first && <Schedule owing={first} today={today} />}
        </div>
        <div>
          {onboarding.data && <Profile state={onboarding.data} />}
          {maySend(session, calls.personalWallets.snapshot) && <Money />}
          {maySend(session, calls.bills.buyAirtime) && <BuyAgain />}
          {own.data && isSettled && <Receipts receipts={own.data.receipts} credit={own.data.credit_balance_kobo} />}
          {isSettled && <News owing={owing} />}
          <Help />
        </div>
      </div>
    </Page>
  );
}
