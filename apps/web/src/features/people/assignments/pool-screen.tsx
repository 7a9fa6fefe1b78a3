import { count, counted } from "@manilla/contract/formats";
import { roleName } from "@manilla/contract/role-names";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { SearchableField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { DayRange, useDayRange } from "../../../shared/figures/day-range.tsx";
import { hours } from "../../../shared/people/hours.ts";
import { fullName } from "../../../shared/people/names.ts";
import { useMay } from "../../../shared/session/session.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Empty, Failure, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Pool = Answer<typeof calls.assignments.pool>;
type Member = Pool["members"][number];
type Statistics = Answer<typeof calls.assignments.statistics>;
const USUAL_CAPACITY = 50;

/** Who is given cases, how many they have, and how they get on with them (C026, C054, C055). */
export default function PoolScreen(): ReactNode {
  const pool = useRecord(calls.assignments.pool, {});
  const statistics = useRecord(calls.assignments.statistics, { query: useDayRange() }, { keep: true });
  const mayGive = useMay(calls.assignments.addMembers);
  const [edited, setEdited] = useState<Member | "new">();
  return (
    <Page
      lead="Cases that are given in turn go to the pool member with the fewest open cases and room for more."
      actions={
        <>
          <Link to="/admin/users/assigned">Assigned cases</Link>
          <DayRange from={undefined} to={undefined} usual="Usual days" />
        </>
      }
    >
      {statistics.data && <Totals data={statistics.data} />}
      <Panel
        title="Pool"
        actions={
          mayGive && (
            <Button size="sm" onClick={() => setEdited("new")}>
              Add a colleague
            </Button>
          )
        }
        flush
      >
        {pool.error && !pool.data && <Failure error={pool.error} onRetry={() => void pool.refetch()} />}
        {pool.isPending && <Skeleton height={120} />}
        {pool.data && <Members members={pool.data.members} mayGive={mayGive} onEdit={setEdited} />}
      </Panel>
      <Panel title="How they get on" flush>
        {statistics.error && !statistics.data && (
          <Failure error={statistics.error} onRetry={() => void statistics.refetch()} />
        )}
        {statistics.data && <Progress data={statistics.data} />}
      </Panel>
      {edited && pool.data && (
        <Dialog
          opened
          onClose={() => setEdited(undefined)}
          title={edited === "new" ? "Add a colleague" : `Room of ${fullName(edited.admin)}`}
        >
          <MemberForm
            pool={pool.data}
            member={edited === "new" ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Dialog>
      )}
    </Page>
  );
}

const Totals = ({ data: { totals } }: { data: Statistics }): ReactNode => (
  <Figures
    items={[
      { label: "In process, with nobody", value: count(totals.unassigned_in_process), href: "/admin/users/process" },
      { label: "Pending", value: count(totals.pending), href: "/admin/users/assigned?f.status=pending" },
      { label: "Contacted", value: count(totals.contacted), href: "/admin/users/assigned?f.status=contacted" },
      { label: "Attended", value: count(totals.attended), href: "/admin/users/assigned?f.status=attended" },
    ]}
  />
);

function Members({
  members,
  mayGive,
  onEdit,
}: {
  members: readonly Member[];
  mayGive: boolean;
  onEdit: (member: Member) => void;
}): ReactNode {
  if (members.length === 0)
    return <Empty title="The pool is empty">Until somebody is in it, cases are only given by hand.</Empty>;
  return (
    <PlainTable
      caption="Pool"
      rows={members}
      keyOf={({ admin }) => admin.id}
      columns={[
        { key: "admin", header: "Colleague", card: "title" },
        { key: "_role", render: ({ roles }) => roles.map(roleName).join(", ") },
        {
          key: "_open_cases",
          render: (row) => (
            <Link
              to={`/admin/users/assigned?f.admin_id=${row.admin.id}`}
            >{`${count(row.open)} of ${count(row.capacity)}`}</Link>
          ),
          align: "right",
        },
        { key: "pending", header: "Not contacted yet", kind: "number" },
        ...(mayGive
          ? [{ key: "_change" as const, render: (row: Member) => <Change member={row} onEdit={onEdit} /> }]
          : []),
      ]}
    />
  );
}

function Change({ member, onEdit }: { member: Member; onEdit: (member: Member) => void }): ReactNode {
  const name = fullName(member.admin);
  return (
    <span style={{ display: "inline-flex", gap: 8, flexWrap: "wrap" }}>
      <Button size="sm" variant="default" onClick={() => onEdit(member)} aria-label={`Room… of ${name}`}>
        Room…
      </Button>
      <ActionButton
        call={calls.assignments.removeMembers}
        body={{ admin_ids: [member.admin.id], give_on: member.open > 0 }}
        done={({ given_on }) =>
          toast(given_on > 0 ? `Out of the pool; ${counted(given_on, "case")} reassigned.` : "Out of the pool.")
        }
        confirm={{
          title: `Take ${name} out of the pool?`,
          body:
            member.open > 0
              ? `${count(member.open)} open cases are given on to the others.`
              : "No case of theirs is open.",
          yes: "Take out",
        }}
      >
        Take out
      </ActionButton>
    </span>
  );
}

function MemberForm({
  pool,
  member,
  onClose,
}: {
  pool: Pool;
  member: Member | undefined;
  onClose: () => void;
}): ReactNode {
  const form = useCallForm(calls.assignments.addMembers, {
    initial: { admin_id: member?.admin.id ?? "", capacity: String(member?.capacity ?? USUAL_CAPACITY) },
    rules: { admin_id: "required", capacity: "required|number|min:1|max:1000" },
    isGuarded: false,
    toBody: ({ admin_id, capacity }) => ({ admin_ids: [String(admin_id)], capacity: Number(capacity) }),
    onDone: () => (toast(member ? "Changed." : "In the pool."), onClose()),
  });
  return (
    <Form form={form}>
      {!member && (
        <SearchableField
          name="admin_id"
          label="Colleague"
          choices={pool.candidates.map((admin) => ({
            value: admin.id,
            label: `${fullName(admin)}, ${admin.roles.map(roleName).join(", ")}`,
          }))}
        />
      )}
      <TextField name="capacity" label="Open cases at most" inputMode="numeric" />
      <SubmitButton>{member ? "Save" : "Add"}</SubmitButton>
    </Form>
  );
}

function Progress({ data }: { data: Statistics }): ReactNode {
  if (data.admins.length === 0) return <Empty title="Nobody has cases yet" />;
  return (
    <PlainTable
      caption="How they get on"
      rows={data.admins}
      keyOf={({ admin }) => admin.id}
      columns={[
        {
          key: "_colleague",
          render: ({ admin, is_in_pool }) => (
            <>
              {fullName(admin)} {!is_in_pool && <span className="small muted">not in the pool</span>}
            </>
          ),
          card: "title",
        },
        { key: "pending", kind: "number" },
        { key: "contacted", kind: "number" },
        { key: "attended", kind: "number" },
        { key: "given_in_range", header: "Given in these days", kind: "number" },
        { key: "attended_in_range", header: "Attended in these days", kind: "number" },
        { key: "contacts_in_range", header: "Contacts", kind: "number" },
        { key: "_until_the_first_contact", render: (row) => hours(row.median_hours_to_contact), align: "right" },
      ]}
    />
  );
}
