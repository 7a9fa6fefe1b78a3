import { naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { Fragment, type ReactNode, useState } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { RowDialogs, RowMenu } from "../../../shared/list/row-menu.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { archive, create, createBelow, restore, takeChart, tree, update } = calls.expenseCategories;
type Tree = Answer<typeof tree>["categories"];
type Category = Tree[number]["below"][number];

/** R058: what the company spends on, and into which account it goes. */
export default function CategoriesScreen(): ReactNode {
  const { user } = useSession();
  const answer = useRecord(tree, { params: { id: user.company_id ?? "" } });
  const [shown, setShown] = useState<"new" | Category>();
  const mayChange = useMay(create);
  return (
    <Page
      width="text"
      lead="Categories in two levels, each with a ledger code and the merchants that belong there. What is archived stays on what was spent."
      actions={
        mayChange && (
          <>
            <Button onClick={() => setShown("new")}>New category…</Button>
            <ActionButton
              call={takeChart}
              confirm={{
                title: "Take the usual chart?",
                body: "Categories of a published chart of accounts are added. What you have stays as it is.",
                yes: "Take it",
              }}
              done="Taken."
            >
              Usual chart
            </ActionButton>
          </>
        )
      }
    >
      <Answered of={answer} height={240}>
        {({ categories }) => (
          <RowDialogs>
            {categories.length === 0 && (
              <Panel>
                <Empty title="There is no category yet">Take the usual chart and change it, or make your own.</Empty>
              </Panel>
            )}
            {categories.map((group) => (
              <Group key={group.id} group={group} mayChange={mayChange} onChange={setShown} />
            ))}
            <Mileage />
            {shown === "new" && <NewDialog groups={categories} onClose={() => setShown(undefined)} />}
            {shown && shown !== "new" && <ChangeDialog category={shown} onClose={() => setShown(undefined)} />}
          </RowDialogs>
        )}
      </Answered>
    </Page>
  );
}

interface GroupProps {
  group: Tree[number];
  mayChange: boolean;
  onChange: (category: Category) => void;
}

const Group = ({ group, mayChange, onChange }: GroupProps): ReactNode => {
  const acts = (category: Category): ReactNode =>
    mayChange && (
      <RowMenu
        row={category}
        label={category.name}
        actions={() => [
          ...(category.status === "active" ? [{ label: "Change…", run: () => onChange(category) }] : []),
          ...rowActionsOf([archive, restore])(category),
        ]}
      />
    );
  return (
    <Panel
      title={`${group.ledger_code} ${group.name}`}
      actions={
        <Fragment>
          {group.status !== "active" && <StatusBadge kind="expense_category" status={group.status} />} {acts(group)}
        </Fragment>
      }
      flush
    >
      {group.below.length > 0 && (
        <PlainTable
          caption={`Categories below ${group.name}`}
          rows={group.below}
          keyOf={({ id }) => id}
          columns={[
            { key: "ledger_code", header: "Code", width: 88 },
            { key: "name", header: "Category", card: "title", canWrap: true },
            {
              key: "_mccs",
              header: "Merchants",
              width: 260,
              canWrap: true,
              render: ({ mccs }) => mccs.join(", ") || "–",
            },
            {
              key: "_state",
              header: "State",
              width: 130,
              render: ({ status }) => <StatusBadge kind="expense_category" status={status} />,
            },
            { key: "_acts", header: "What can be done", width: 150, align: "right", render: acts },
          ]}
        />
      )}
    </Panel>
  );
};

const codesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((code) => code !== "");

const Fields = (): ReactNode => (
  <>
    <TextField name="name" label="Name" autoComplete="off" />
    <TextField name="ledger_code" label="Ledger code" hint="The account in your books" autoComplete="off" />
    <TextField name="mccs" label="Merchant categories" hint="Codes of four digits, by commas" autoComplete="off" />
  </>
);

/** A group, or a category below one. */
function NewDialog({ groups, onClose }: { groups: Tree; onClose: () => void }): ReactNode {
  const [parent_id, setParent] = useState("");
  // Both take the same fields, but for the group above, which `rules` and `toBody` below see to.
  const form = useCallForm(parent_id === "" ? create : (createBelow as unknown as typeof create), {
    initial: { parent_id: "", name: "", ledger_code: "", mccs: "" },
    rules: { name: "required|min:2|max:80", ledger_code: "required|max:20" },
    isGuarded: false,
    toBody: ({ parent_id: above, mccs, ...body }) => ({
      ...body,
      mccs: codesOf(mccs),
      ...(above === "" ? {} : { parent_id: above }),
    }),
    onDone: () => (toast("Made."), onClose()),
  });
  const chosen = form.values.parent_id as string;
  if (chosen !== parent_id) setParent(chosen);
  return (
    <Dialog opened onClose={onClose} title="New category">
      <Form form={form}>
        <SelectField
          name="parent_id"
          label="Belongs to"
          hint="Nothing chosen: it is a group itself"
          choices={groups
            .filter(({ status }) => status === "active")
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Fields />
        <SubmitButton onCancel={onClose}>Make it</SubmitButton>
      </Form>
    </Dialog>
  );
}

function ChangeDialog({ category, onClose }: { category: Category; onClose: () => void }): ReactNode {
  const { id, name, ledger_code, mccs, version } = category;
  const form = useCallForm(update, {
    initial: { name, ledger_code, mccs: mccs.join(", "), version },
    rules: { name: "required|min:2|max:80", ledger_code: "required|max:20" },
    params: { id },
    isGuarded: false,
    toBody: ({ mccs: codes, ...body }) => ({ ...body, mccs: codesOf(codes) }),
    onDone: () => (toast("Changed."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Change ${name}`}>
      <Form form={form}>
        <Fields />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** What a kilometre in one's own car pays, and how far a typed rate of exchange may be from the published one. */
function Mileage(): ReactNode {
  const { data } = useCall(calls.expenseRequests.terms, {});
  const mayChange = useMay(calls.expenseRequests.setTerms);
  if (!data || (!mayChange && data.mileage_rate_kobo === null)) return null;
  return (
    <Panel title={mayChange ? "Kilometres and exchange rates" : "Kilometres"}>
      {mayChange ? (
        <MileageForm rate_kobo={data.mileage_rate_kobo} tolerance_percent={data.rate_tolerance_percent} />
      ) : (
        <p>{`${naira(data.mileage_rate_kobo ?? 0)} for a kilometre in one’s own car.`}</p>
      )}
    </Panel>
  );
}

function MileageForm({
  rate_kobo,
  tolerance_percent,
}: {
  rate_kobo: number | null;
  tolerance_percent: number;
}): ReactNode {
  const form = useCallForm(calls.expenseRequests.setTerms, {
    initial: { mileage_rate_kobo: rate_kobo, rate_tolerance_percent: String(tolerance_percent) },
    isGuarded: false,
    toBody: ({ rate_tolerance_percent: percent, ...body }) => ({
      ...body,
      rate_tolerance_percent: percent === "" ? null : Number(percent),
    }),
    onDone: () => toast("Set."),
  });
  return (
    <Form form={form}>
      <MoneyField name="mileage_rate_kobo" label="For a kilometre in one’s own car" hint="Empty: none is paid" />
      <TextField
        name="rate_tolerance_percent"
        label="Tolerance of typed exchange rates, in percent"
        hint="Beyond it, the approver sees the difference from the published rate"
        digits={3}
      />
      <SubmitButton>Set them</SubmitButton>
    </Form>
  );
}
